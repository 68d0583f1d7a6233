import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [
    {
      answers: {
        login: { body: { access_token: "token-1", refresh_token: "token-2" } },
        refresh: { body: { access_token: "token-3", refresh_token: "token-4" } },
        "with the refreshed token": {},
        "*": { status: 401 },
      },
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
