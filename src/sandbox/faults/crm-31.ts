import type { OperationId } from "../../generated/operations.ts";
import { defineFault, type Fault, type Incoming, type Outgoing } from "./fault.ts";
import { crmError } from "./support/answers.ts";
import { bears, bornToken, isMeantFor } from "./support/credentials.ts";
import { watchingTokens } from "./support/issued-tokens.ts";

type Wrap = Fault["wrap"];

const refused = (): Outgoing => crmError(401, "UNAUTHENTICATED", "The credential is not accepted.");

/** Refuses access tokens that the service itself has issued. */
const refusingTokens =
  (isMeant: (incoming: Incoming) => boolean): Wrap =>
  (next) => {
    const tokens = watchingTokens(next);
    return async (incoming) =>
      isMeant(incoming) && tokens.bears(incoming) ? refused() : tokens.answer(incoming);
  };

const refusingTokensAt = (...operations: readonly OperationId[]): Wrap =>
  refusingTokens((incoming) => isMeantFor(incoming, operations));

export const faults: readonly Fault[] = [
  defineFault({
    id: "access-tokens-open-nothing",
    fact: "CRM-31",
    grade: "gross",
    title: "Access tokens are issued and accepted nowhere",
    drags: {
      "CRM-35": "No access token is accepted within its 15 days.",
      "CRM-37": "The access token of a refresh does not work either.",
    },
    wrap: refusingTokens(() => true),
  }),
  defineFault({
    id: "webhooks-take-keys-only",
    fact: "CRM-31",
    grade: "structural",
    title: "Reading a webhook takes no access token",
    wrap: refusingTokensAt("getWebhook"),
  }),
  defineFault({
    id: "contacts-take-keys-only",
    fact: "CRM-31",
    grade: "structural",
    title: "Reading a contact takes no access token",
    wrap: refusingTokensAt("getContact"),
  }),
  defineFault({
    id: "notes-take-keys-only",
    fact: "CRM-31",
    grade: "structural",
    title: "Replacing a note takes no access token",
    wrap: refusingTokensAt("replaceContactNote"),
  }),
  defineFault({
    id: "event-contacts-take-keys-only",
    fact: "CRM-31",
    grade: "structural",
    title: "Adding an event contact takes no access token",
    wrap: refusingTokensAt("addEventContact"),
  }),
  defineFault({
    id: "webhooks-take-access-tokens-only",
    fact: "CRM-31",
    grade: "structural",
    title: "Reading a webhook takes no API key",
    drags: { "CRM-25": "A webhook cannot be read with the main key." },
    wrap: (next, surroundings) => async (incoming) =>
      incoming.operation === "getWebhook" && bears(incoming, surroundings, "crm", "apiKey")
        ? refused()
        : next(incoming),
  }),
  defineFault({
    id: "access-tokens-work-twice",
    fact: "CRM-31",
    grade: "behavioural",
    title: "An access token is used up by two requests",
    wrap: (next) => {
      const tokens = watchingTokens(next);
      const used = new Map<string, number>();
      return async (incoming) => {
        if (!tokens.bears(incoming)) return tokens.answer(incoming);
        const token = bornToken(incoming) ?? "";
        const uses = (used.get(token) ?? 0) + 1;
        used.set(token, uses);
        return uses > 2 ? refused() : tokens.answer(incoming);
      };
    },
  }),
];
