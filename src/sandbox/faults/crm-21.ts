import { defineFault, type Fault } from "./fault.ts";
import { crmError } from "./support/answers.ts";
import { admitting, asSigned, bears, bearerOf, bornToken } from "./support/credentials.ts";
import { watchingTokens } from "./support/issued-tokens.ts";

const read = "getContactByReference";

const isKey = bearerOf("apiKey");

export const faults: readonly Fault[] = [
  defineFault({
    id: "reference-read-takes-keys",
    fact: "CRM-21",
    grade: "gross",
    title: "The read by reference is open to an API key",
    wrap: admitting([read], isKey),
  }),
  defineFault({
    id: "reference-read-forbids-bearers",
    fact: "CRM-21",
    grade: "structural",
    title: "The read by reference answers 403 to an API key that is accepted elsewhere",
    wrap: (next, surroundings) => async (incoming) =>
      incoming.operation === read && isKey(incoming, surroundings)
        ? crmError(403, "FORBIDDEN", "HMAC only.")
        : next(incoming),
  }),
  defineFault({
    id: "reference-read-asks-permission-first",
    fact: "CRM-21",
    grade: "structural",
    title: "The read by reference answers 403 to a key without permission, before it looks at its kind",
    wrap: (next, surroundings) => async (incoming) =>
      incoming.operation === read && bears(incoming, surroundings, "crm", "limitedApiKey")
        ? crmError(403, "FORBIDDEN", "The permission group does not allow this.")
        : next(incoming),
  }),
  defineFault({
    id: "reference-read-takes-access-tokens",
    fact: "CRM-21",
    grade: "behavioural",
    title: "The read by reference is closed to keys and open to access tokens",
    wrap: (next, surroundings) => {
      const tokens = watchingTokens(next);
      return (incoming) => {
        const isOpen = incoming.operation === read && tokens.bears(incoming);
        return tokens.answer(isOpen ? asSigned(incoming, surroundings) : incoming);
      };
    },
  }),
  defineFault({
    id: "reference-read-tells-bearers-what-is-unknown",
    fact: "CRM-21",
    grade: "behavioural",
    title: "A bearer gets 404 for a reference that does not exist and 401 for one that does",
    wrap: (next, surroundings) => async (incoming) => {
      if (incoming.operation !== read || bornToken(incoming) === undefined) return next(incoming);
      const signed = await next(asSigned(incoming, surroundings));
      return signed.status === 404 ? signed : next(incoming);
    },
  }),
  defineFault({
    id: "signatures-are-not-verified",
    fact: "CRM-21",
    grade: "behavioural",
    title: "The read by reference takes any Authorization of the scheme Hmac",
    wrap: admitting([read], ({ headers }) => (headers.get("authorization") ?? "").startsWith("Hmac ")),
  }),
];
