import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { login: { body: { access_token: "token-1" } }, "*": {} } }],
  otherwise: [
    {
      assumes: "the account may read what the key may read",
      answers: { "getWebhook with the token": { status: 403 } },
    },
    {
      assumes: "an operation takes the key",
      answers: { "getWebhook with the token": { status: 401 }, "getWebhook with the key": { status: 401 } },
    },
    {
      assumes: "the account logs in without a code",
      isUnjudged: true,
      answers: { login: { status: 202, body: {} } },
    },
  ],
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
