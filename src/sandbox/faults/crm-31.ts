import type { OperationId } from "../../contract/generated/operations.ts";
import { faultsOf, type Fault, type Incoming, type Outgoing } from "./fault.ts";
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

export const faults = faultsOf("CRM-31", {
  gross: {
    "access-tokens-open-nothing": [
      "Access tokens are issued and accepted nowhere",
      refusingTokens(() => true),
      {
        alsoBreaks: {
          "CRM-35": "No access token is accepted within its 15 days.",
          "CRM-37": "The access token of a refresh does not work either.",
        },
      },
    ],
  },
  structural: {
    "webhooks-take-keys-only": ["Reading a webhook takes no access token", refusingTokensAt("getWebhook")],
    "contacts-take-keys-only": ["Reading a contact takes no access token", refusingTokensAt("getContact")],
    "notes-take-keys-only": [
      "Replacing a note takes no access token",
      refusingTokensAt("replaceContactNote"),
    ],
    "event-contacts-take-keys-only": [
      "Adding an event contact takes no access token",
      refusingTokensAt("addEventContact"),
    ],
    "webhooks-take-access-tokens-only": [
      "Reading a webhook takes no API key",
      (next, surroundings) => async (incoming) =>
        incoming.operation === "getWebhook" && bears(incoming, surroundings, "crm", "apiKey")
          ? refused()
          : next(incoming),
      { alsoBreaks: { "CRM-25": "A webhook cannot be read with the main key." } },
    ],
  },
  behavioural: {
    "tokens-work-five-times": [
      "An access token is not accepted from its sixth use on",
      (next) => {
        const watching = watchingTokens(next);
        const uses = new Map<string, number>();
        return async (incoming) => {
          const born = bornToken(incoming) ?? "";
          const count = (uses.get(born) ?? 0) + 1;
          if (watching.bears(incoming)) uses.set(born, count);
          return watching.bears(incoming) && count > 5 ? refused() : watching.answer(incoming);
        };
      },
      { alsoBreaks: { "CRM-37": "The tokens of a refresh are tokens, too." } },
    ],
    "access-tokens-work-twice": [
      "An access token is used up by two requests",
      (next) => {
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
    ],
  },
});
