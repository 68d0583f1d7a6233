import { afterOverlaps } from "./support/over-time.ts";
import { onRepeat, withStatus } from "./support/later.ts";
import { faultsOf } from "./fault.ts";
import { crmError } from "./support/answers.ts";
import { admitting, asSigned, bears, bearerOf, bornToken } from "./support/credentials.ts";
import { watchingTokens } from "./support/issued-tokens.ts";
import { isRefresh } from "./support/token-form.ts";
import { objectOf, property } from "./support/edit.ts";
import { parse, withJson } from "./support/wrappers.ts";

const read = "getContactByReference";

const isKey = bearerOf("apiKey");

export const faults = faultsOf("CRM-21", {
  gross: {
    "reference-read-takes-keys": ["The read by reference is open to an API key", admitting([read], isKey)],
  },
  structural: {
    "reference-read-forbids-bearers": [
      "The read by reference answers 403 to an API key that is accepted elsewhere",
      (next, surroundings) => async (incoming) =>
        incoming.operation === read && isKey(incoming, surroundings)
          ? crmError(403, "FORBIDDEN", "HMAC only.")
          : next(incoming),
    ],
    "reference-read-asks-permission-first": [
      "The read by reference answers 403 to a key without permission, before it looks at its kind",
      (next, surroundings) => async (incoming) =>
        incoming.operation === read && bears(incoming, surroundings, "crm", "limitedApiKey")
          ? crmError(403, "FORBIDDEN", "The permission group does not allow this.")
          : next(incoming),
    ],
  },
  behavioural: {
    "references-are-not-modified-once-notes-overlapped": [
      "Once two notes were replaced at once, a read by reference is answered with 204",
      afterOverlaps(["replaceContactNote"], ["getContactByReference"], withStatus(204)),
    ],
    "reference-read-takes-refreshed-tokens": [
      "The read by reference takes a refreshed access token",
      (next, surroundings) => {
        const issued = new Set<unknown>();
        return async (incoming) => {
          const isTaken = incoming.operation === "getContactByReference" && issued.has(bornToken(incoming));
          const outgoing = await next(isTaken ? asSigned(incoming, surroundings) : incoming);
          if (isRefresh(incoming) && outgoing.status === 200)
            issued.add(property(parse(outgoing.body), "access_token"));
          return outgoing;
        };
      },
    ],
    "reference-reads-answer-nothing-the-second-time": [
      "What was read by reference before is answered with 204",
      onRepeat(["getContactByReference"], withStatus(204)),
    ],
    "reference-read-takes-access-tokens": [
      "The read by reference is closed to keys and open to access tokens",
      (next, surroundings) => {
        const tokens = watchingTokens(next);
        return (incoming) => {
          const isOpen = incoming.operation === read && tokens.bears(incoming);
          return tokens.answer(isOpen ? asSigned(incoming, surroundings) : incoming);
        };
      },
    ],
    "reference-read-tells-bearers-what-is-unknown": [
      "A bearer gets 404 for a reference that does not exist and 401 for one that does",
      (next, surroundings) => async (incoming) => {
        if (incoming.operation !== read || bornToken(incoming) === undefined) return next(incoming);
        const signed = await next(asSigned(incoming, surroundings));
        return signed.status === 404 ? signed : next(incoming);
      },
    ],
    "signatures-are-not-verified": [
      "The read by reference takes any Authorization of the scheme Hmac",
      admitting([read], ({ headers }) => (headers.get("authorization") ?? "").startsWith("Hmac ")),
    ],
    "bearers-are-shown-the-contact-by-reference": [
      "The 401 of a bearer by reference carries the contact",
      (next, surroundings) => async (incoming) => {
        const outgoing = await next(incoming);
        if (incoming.operation !== read || !isKey(incoming, surroundings)) return outgoing;
        const found = await next(asSigned(incoming, surroundings));
        return withJson(outgoing, {
          error: { ...objectOf(property(parse(outgoing.body), "error")), contact: parse(found.body) },
        });
      },
    ],
  },
});
