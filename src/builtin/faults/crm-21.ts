import { faultsOf } from "./fault.ts";
import { attaching, disclosing } from "./support/admission.ts";
import { crmError } from "./support/answers.ts";
import { asSigned, bearerOf, bornToken, presentsHeader } from "./support/credentials.ts";
import { isRefresh } from "./support/requests.ts";
import { admitting, instead, onAnswer, status } from "./support/rows.ts";
import { afterOverlaps, issued, repeated } from "./support/rules.ts";

const read = "getContactByReference";

const isKey = bearerOf("apiKey");

export const faults = faultsOf("CRM-21", {
  gross: {
    "reference-read-takes-keys": ["The read by reference is open to an API key", admitting(read, isKey)],
  },
  structural: {
    "reference-read-forbids-bearers": [
      "The read by reference answers 403 to an API key that is accepted elsewhere",
      instead(read, crmError(403, "HMAC only."), isKey),
    ],
    "reference-read-asks-permission-first": [
      "The read by reference answers 403 to a key without permission, before it looks at its kind",
      instead(read, crmError(403, "The permission group does not allow this."), bearerOf("limitedApiKey")),
    ],
  },
  behavioural: {
    "references-are-not-modified-once-notes-overlapped": [
      "Once two notes were replaced at once, a read by reference is answered with 204",
      afterOverlaps("replaceContactNote", "getContactByReference", status(204)),
    ],
    "reference-read-takes-refreshed-tokens": [
      "The read by reference takes a refreshed access token",
      admitting(read, issued("access_token", isRefresh)),
    ],
    "reference-reads-answer-nothing-the-second-time": [
      "What was read by reference before is answered with 204",
      onAnswer("getContactByReference", status(204), repeated),
    ],
    "reference-read-takes-access-tokens": [
      "The read by reference is closed to keys and open to access tokens",
      admitting(read, issued()),
    ],
    "reference-read-tells-bearers-what-is-unknown": [
      "A bearer gets 404 for a reference that does not exist and 401 for one that does",
      instead(
        read,
        async (incoming, here) => {
          const signed = await here.next(asSigned(incoming, here));
          return signed.status === 404 ? signed : here.next(incoming);
        },
        (incoming) => bornToken(incoming) !== undefined,
      ),
    ],
    "signatures-are-not-verified": [
      "The read by reference takes any Authorization of the scheme Hmac",
      admitting(read, presentsHeader(/^Hmac /)),
    ],
    "bearers-are-shown-the-contact-by-reference": [
      "The 401 of a bearer by reference carries the contact",
      disclosing(read, isKey, attaching("error/contact"), asSigned),
    ],
  },
});
