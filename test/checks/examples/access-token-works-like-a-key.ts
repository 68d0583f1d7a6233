import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { login: { body: { access_token: "token-1" } }, "*": {} } }],
  fails: [
    {
      what: "Reading a webhook takes no API key",
      blames: "CRM-31",
      answers: { "getWebhook with the key": { status: 401 } },
    },
    {
      what: "Reading a webhook takes no access token",
      blames: "CRM-31",
      answers: { "getWebhook with the token": { status: 401 } },
    },
  ],
};
