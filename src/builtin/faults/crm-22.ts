import { faultsOf } from "./fault.ts";
import { crmError, empty, jsonAnswer } from "./support/answers.ts";
import { authorization, presentsHeader } from "./support/credentials.ts";
import { askingFor, onPathId, writtenAs } from "./support/requests.ts";
import { add } from "./support/edit.ts";
import { answering, instead, onAnswer, onBody, onField, onRequest, status } from "./support/rows.ts";
import { address, after, besideOthers, everAfter, every, from, repeated, words } from "./support/rules.ts";

const read = "getContact";

const unknown = "There is no such contact.";

export const faults = faultsOf("CRM-22", {
  gross: {
    "contact-in-an-envelope": [
      "The read by id wraps the contact in contact",
      onBody(read, (contact) => ({ contact })),
    ],
    "contact-in-a-list": [
      "The read by id answers an array with the one contact",
      onBody(read, (contact) => [contact]),
      { alsoBreaks: { "CRM-01": "The body is an array, not a Contact." } },
    ],
  },
  structural: {
    "unknown-contact-is-a-bad-request": [
      "An id that no contact has gets 400",
      onAnswer(read, crmError(400, unknown), 404),
    ],
    "unknown-contact-is-no-content": ["An id that no contact has gets 204", onAnswer(read, empty(204), 404)],
    "unknown-contact-crashes": [
      "An id that no contact has gets 500",
      onAnswer(read, crmError(500, "Something went wrong on our side."), 404),
    ],
    "bad-credential-hides-the-contact": [
      "A token that is none gets 404 from the read by id",
      onAnswer(read, crmError(404, unknown), 401, presentsHeader(/^Bearer not/)),
      {
        alsoBreaks: {
          "CRM-30": "A malformed token is also no bearer credential, which every operation answers with 401.",
        },
      },
    ],
  },
  behavioural: {
    "percent-encoded-contact-ids-find-nothing": [
      "A contact is not found by an id with a percent-encoded digit",
      instead(read, crmError(404, unknown), writtenAs(/%3\d/)),
    ],
    "a-contact-is-gone-after-an-unknown-one": [
      "After an id that no contact has, the next contact is not found either",
      onAnswer(read, crmError(404, unknown), after(read, 404)),
      { alsoBreaks: { "CRM-02": "The contact that is not found may be a private one." } },
    ],
    "a-contact-read-after-a-refusal-has-no-address": [
      "The first read of a contact after a refused one lacks whatever a reader without permission would not see",
      onField(read, "description", "Not shown.", after(read, 403)),
    ],
    "contacts-read-before-are-not-modified": [
      "A contact that was read before is answered with 304, to whoever asks",
      onAnswer("getContact", status(304), repeated),
      { alsoBreaks: { "CRM-31": "A key that reads the contact first makes it unreadable for a token." } },
    ],
    "contacts-have-no-content-from-the-fourth-read-on": [
      "A contact that was read three times is answered with 204",
      onAnswer("getContact", status(204), from(4, words)),
    ],
    "contacts-come-from-a-proxy-after-a-write": [
      "Once a note was replaced, contacts are answered with 203",
      onAnswer("getContact", status(203), everAfter("replaceContactNote")),
    ],
    "contacts-are-an-error-within-a-success": [
      "Once a note was replaced, reading a contact answers an error with 200",
      onBody(
        read,
        () => ({ error: { code: "INTERNAL_ERROR", message: "Try again.", details: [] } }),
        everAfter("replaceContactNote"),
      ),
    ],
    "unknown-contacts-are-a-bad-request-the-second-time": [
      "An unknown contact gets 404 once, and 400 whenever it is asked for again",
      onAnswer(read, crmError(400, "The id is not known."), 404, from(2, address)),
      { alsoBreaks: { "CRM-43": "The same refusal has two codes." } },
    ],
    "every-third-contact-is-unnamed": [
      "Every third read of a contact has lost its name",
      onBody("getContact", add("name", "Unnamed"), every(3)),
    ],
    "unknown-contact-is-empty": [
      "An id that no contact has gets 200 and an empty object",
      onAnswer(read, jsonAnswer(200, {}), 404),
    ],
    "unknown-contact-is-a-blank": [
      "An id that no contact has gets a blank contact of that id",
      onAnswer(
        read,
        (_outgoing, { path }) =>
          jsonAnswer(200, { id: Number(path["contactId"]), name: "", contactIndividuals: [] }),
        404,
      ),
    ],
    "contact-of-the-next-id": [
      "The read by id is off by one",
      onRequest(read, askingFor("2"), ({ path }) => path["contactId"] === "1"),
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
        read,
        crmError(500, "Something went wrong."),
        ({ path }) => (path["contactId"] ?? "").length > 19,
      ),
    ],
    "contact-ids-end-at-a-nul": [
      "What follows a NUL in the id of a contact is passed over",
      onPathId("/crm/api/Contact/", (id) => id.replace(/\0.*$/, "")),
    ],
    "two-contacts-at-once-are-one": [
      "A contact that is read while another one is under way is answered as that one",
      besideOthers(read, (incoming, { earlier }, next) =>
        next(earlier.findLast((other) => authorization(other) === authorization(incoming)) ?? incoming),
      ),
    ],
  },
});
