import { faultsOf, type Fault, type Outgoing } from "./fault.ts";
import { crmError, empty, json } from "./support/answers.ts";
import { bornToken } from "./support/credentials.ts";
import { onAnswer, onSuccess } from "./support/wrappers.ts";

const read = "getContact";

/** What is answered in place of a 404. */
const onUnknown = (change: (id: string) => Outgoing): Fault["wrap"] =>
  onAnswer(read, (outgoing, { path }) =>
    outgoing.status === 404 ? change(path["contactId"] ?? "") : outgoing,
  );

export const faults = faultsOf("CRM-22", {
  gross: {
    "contact-in-an-envelope": [
      "The read by id wraps the contact in contact",
      onSuccess(read, (contact) => ({ contact })),
    ],
    "contact-in-a-list": [
      "The read by id answers an array with the one contact",
      onSuccess(read, (contact) => [contact]),
      { alsoBreaks: { "CRM-01": "The body is an array, not a Contact." } },
    ],
  },
  structural: {
    "unknown-contact-is-a-bad-request": [
      "An id that no contact has gets 400",
      onUnknown(() => crmError(400, "BAD_REQUEST", "There is no such contact.")),
    ],
    "unknown-contact-is-no-content": ["An id that no contact has gets 204", onUnknown(() => empty(204))],
    "unknown-contact-crashes": [
      "An id that no contact has gets 500",
      onUnknown(() => crmError(500, "INTERNAL_ERROR", "Something went wrong on our side.")),
    ],
    "bad-credential-hides-the-contact": [
      "A token that is none gets 404 from the read by id",
      onAnswer(read, (outgoing, incoming) =>
        outgoing.status === 401 && bornToken(incoming)?.startsWith("not") === true
          ? crmError(404, "NOT_FOUND", "There is no such contact.")
          : outgoing,
      ),
      {
        alsoBreaks: {
          "CRM-30": "A malformed token is also no bearer credential, which every operation answers with 401.",
        },
      },
    ],
  },
  behavioural: {
    "unknown-contact-is-empty": [
      "An id that no contact has gets 200 and an empty object",
      onUnknown(() => json(200, {})),
    ],
    "unknown-contact-is-a-blank": [
      "An id that no contact has gets a blank contact of that id",
      onUnknown((id) => json(200, { id: Number(id), name: "", contactIndividuals: [] })),
    ],
    "contact-of-the-next-id": [
      "The read by id is off by one",
      (next) => (incoming) => {
        if (incoming.operation !== read || incoming.path["contactId"] !== "1") return next(incoming);
        return next({ ...incoming, url: new URL(incoming.url.href.replace(/\/1$/, "/2")) });
      },
      { alsoBreaks: { "CRM-24": "The contact that an event contact names is read as another one." } },
    ],
  },
});
