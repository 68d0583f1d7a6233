import type { ActiveExamples } from "../kit/example.ts";
import { refusedOtherwise } from "../kit/refused-otherwise.ts";
import { refusedTokens } from "../kit/refused-tokens.ts";

export const examples: ActiveExamples = {
  passes: refusedTokens,
  otherwise: [
    ...refusedOtherwise(401),
    {
      assumes: "the account logs in without a code",
      isUnjudged: true,
      answers: { login: { status: 202, body: {} } },
    },
  ],
  fails: [
    {
      what: "A refresh token reads webhooks",
      blames: "CRM-30",
      answers: { "getWebhook with a refresh token": { status: 200 } },
    },
    {
      what: "An access token reads by reference",
      blames: "CRM-21",
      answers: { "getContactByReference with an access token of the CRM": { status: 200 } },
    },
    {
      what: "A refreshed token reads users",
      blames: "GEN-04",
      answers: { "listUsers with a refreshed access token of the CRM": { status: 200 } },
    },
  ],
};
