import { defineFault, type Fault, type Outgoing } from "./fault.ts";
import { crmError, empty, json } from "./support/answers.ts";
import { bornToken } from "./support/credentials.ts";
import { onAnswer, onSuccess } from "./support/wrappers.ts";

const read = "getContact";

/** What is answered in place of a 404. */
const onUnknown = (change: (id: string) => Outgoing): Fault["wrap"] =>
  onAnswer(read, (outgoing, { path }) =>
    outgoing.status === 404 ? change(path["contactId"] ?? "") : outgoing,
  );

export const faults: readonly Fault[] = [
  defineFault({
    id: "contact-in-an-envelope",
    fact: "CRM-22",
    grade: "gross",
    title: "The read by id wraps the contact in contact",
    wrap: onSuccess(read, (contact) => ({ contact })),
  }),
  defineFault({
    id: "contact-in-a-list",
    fact: "CRM-22",
    grade: "gross",
    title: "The read by id answers an array with the one contact",
    drags: { "CRM-01": "An array stands where a Contact is stated." },
    wrap: onSuccess(read, (contact) => [contact]),
  }),
  defineFault({
    id: "unknown-contact-is-a-bad-request",
    fact: "CRM-22",
    grade: "structural",
    title: "An id that no contact has gets 400",
    wrap: onUnknown(() => crmError(400, "BAD_REQUEST", "There is no such contact.")),
  }),
  defineFault({
    id: "unknown-contact-is-no-content",
    fact: "CRM-22",
    grade: "structural",
    title: "An id that no contact has gets 204",
    wrap: onUnknown(() => empty(204)),
  }),
  defineFault({
    id: "unknown-contact-crashes",
    fact: "CRM-22",
    grade: "structural",
    title: "An id that no contact has gets 500",
    wrap: onUnknown(() => crmError(500, "INTERNAL_ERROR", "Something went wrong on our side.")),
  }),
  defineFault({
    id: "bad-credential-hides-the-contact",
    fact: "CRM-22",
    grade: "structural",
    title: "A token that is none gets 404 from the read by id",
    drags: {
      "CRM-30": "A malformed token is also no bearer credential, which every operation answers with 401.",
    },
    wrap: onAnswer(read, (outgoing, incoming) =>
      outgoing.status === 401 && bornToken(incoming)?.startsWith("not") === true
        ? crmError(404, "NOT_FOUND", "There is no such contact.")
        : outgoing,
    ),
  }),
  defineFault({
    id: "unknown-contact-is-empty",
    fact: "CRM-22",
    grade: "behavioural",
    title: "An id that no contact has gets 200 and an empty object",
    wrap: onUnknown(() => json(200, {})),
  }),
  defineFault({
    id: "unknown-contact-is-a-blank",
    fact: "CRM-22",
    grade: "behavioural",
    title: "An id that no contact has gets a blank contact of that id",
    wrap: onUnknown((id) => json(200, { id: Number(id), name: "", contactIndividuals: [] })),
  }),
  defineFault({
    id: "contact-of-the-next-id",
    fact: "CRM-22",
    grade: "behavioural",
    title: "The read by id is off by one",
    drags: { "CRM-24": "The contact that an event contact names is read as another one." },
    wrap: (next) => (incoming) => {
      if (incoming.operation !== read || incoming.path["contactId"] !== "1") return next(incoming);
      return next({ ...incoming, url: new URL(incoming.url.href.replace(/\/1$/, "/2")) });
    },
  }),
];
