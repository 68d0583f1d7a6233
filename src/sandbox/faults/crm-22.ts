import { faultsOf, type Fault, type Outgoing } from "./fault.ts";
import { crmError, empty, json } from "./support/answers.ts";
import { bornToken } from "./support/credentials.ts";
import { onAnswer, onSuccess, parse, withJson } from "./support/wrappers.ts";
import { onRepeat, afterWrites, withStatus, onCount } from "./support/later.ts";
import { put, edit } from "./support/edit.ts";
import { onPathId } from "./support/path-ids.ts";
import { answering } from "./support/refusing.ts";
import { afterwards } from "./support/over-time.ts";

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
    "a-contact-is-gone-after-an-unknown-one": [
      "After an id that no contact has, the next contact is not found either",
      afterwards(
        (incoming, outgoing) => incoming.operation === read && outgoing.status === 404,
        [read],
        () => crmError(404, "NOT_FOUND", "There is no such contact."),
      ),
      { alsoBreaks: { "CRM-02": "The contact that is not found may be a private one." } },
    ],
    "a-contact-read-after-a-refusal-has-no-address": [
      "The first read of a contact after a refused one lacks whatever a reader without permission would not see",
      afterwards(
        (incoming, outgoing) => incoming.operation === read && outgoing.status === 403,
        [read],
        (outgoing) =>
          withJson(
            outgoing,
            edit(parse(outgoing.body), "description", () => "Not shown."),
          ),
      ),
    ],
    "contacts-read-before-are-not-modified": [
      "A contact that was read before is answered with 304, to whoever asks",
      onRepeat(["getContact"], withStatus(304)),
      { alsoBreaks: { "CRM-31": "A key that reads the contact first makes it unreadable for a token." } },
    ],
    "contacts-have-no-content-from-the-fourth-read-on": [
      "A contact that was read three times is answered with 204",
      onRepeat(["getContact"], withStatus(204), (times) => times > 3),
    ],
    "contacts-come-from-a-proxy-after-a-write": [
      "Once a note was replaced, contacts are answered with 203",
      afterWrites(["getContact"], ["replaceContactNote"], withStatus(203)),
    ],
    "contacts-are-an-error-within-a-success": [
      "Once a note was replaced, reading a contact answers an error with 200",
      afterWrites(["getContact"], ["replaceContactNote"], (outgoing) => ({
        ...crmError(200, "INTERNAL_ERROR", "Try again."),
        headers: outgoing.headers,
      })),
    ],
    "unknown-contacts-are-a-bad-request-the-second-time": [
      "An unknown contact gets 404 once, and 400 whenever it is asked for again",
      (next) => {
        const missed = new Set<string>();
        return async (incoming) => {
          const outgoing = await next(incoming);
          if (incoming.operation !== "getContact" || outgoing.status !== 404) return outgoing;
          if (missed.has(incoming.url.href)) return crmError(400, "BAD_REQUEST", "The id is not known.");
          missed.add(incoming.url.href);
          return outgoing;
        };
      },
      { alsoBreaks: { "CRM-43": "The same refusal has two codes." } },
    ],
    "every-third-contact-is-unnamed": [
      "Every third read of a contact has lost its name",
      onCount(
        ["getContact"],
        (count) => count % 3 === 0,
        (outgoing) => withJson(outgoing, put(parse(outgoing.body), "name", "Unnamed")),
      ),
    ],
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

    "letters-behind-a-contact-id-are-passed-over": [
      "A contact id is read up to the first character that is no digit",
      onPathId("/crm/api/Contact/", (id) => /^\d+/.exec(id)?.[0] ?? id),
    ],
    "contact-ids-are-32-bits-wide": [
      "A contact id beyond 32 bits wraps round",
      onPathId("/crm/api/Contact/", (id) => (/^\d+$/.test(id) ? String(BigInt.asUintN(32, BigInt(id))) : id)),
    ],
    "wide-contact-ids-break-the-server": [
      "A contact id beyond 64 bits is a server fault",
      answering(
        ["getContact"],
        ({ path }) => (path["contactId"] ?? "").length > 19,
        () => json(500, { error: { code: "INTERNAL_ERROR", message: "Something went wrong.", details: [] } }),
      ),
    ],
    "contact-ids-end-at-a-nul": [
      "What follows a NUL in the id of a contact is passed over",
      onPathId("/crm/api/Contact/", (id) => id.replace(/\0.*$/, "")),
    ],
  },
});
