import type { ActiveExamples, Family } from "../../kit/example.ts";

export const active: Family<ActiveExamples> = {
  "access-token-works-like-a-key": {
    pass: {
      login: { body: { access_token: "token-1", refresh_token: "token-2" } },
      refresh: { body: { access_token: "token-3", refresh_token: "token-4" } },
      "*": 200,
    },
    otherwise: {
      "the account may read what the key may read": { "getWebhook with the token": 403 },
      "what the account may not read, a refresh does not open": {
        "getWebhook with the token": 403,
        "getWebhook with the refreshed token": 403,
      },
      "an operation takes the key": { "getWebhook with the token": 401, "getWebhook with the key": 401 },
      "the account logs in without a code": {
        isUnjudged: true,
        answers: { login: { status: 202, body: {} } },
      },
    },
    fails: {
      "CRM-31: Reading a webhook takes no API key": { "getWebhook with the key": 401 },
      "CRM-37: A refresh loses the permission to read webhooks": {
        "getWebhook with the refreshed token": 403,
      },
      "CRM-31: Reading a webhook takes no access token": { "getWebhook with the token": 401 },
    },
  },
  "access-token-writes-like-a-key": {
    pass: {
      login: { body: { access_token: "token-1", refresh_token: "token-2" } },
      refresh: { body: { access_token: "token-3", refresh_token: "token-4" } },
      "*": 200,
    },
    otherwise: {
      "the account may write what the key may write": { "replaceContactNote with the token": 403 },
      "the account logs in without a code": {
        isUnjudged: true,
        answers: { login: { status: 202, body: {} } },
      },
    },
    fails: {
      "CRM-31: Replacing a note takes no access token": { "replaceContactNote with the token": 401 },
      "CRM-37: A refresh loses the permission to replace notes": {
        "replaceContactNote with the refreshed token": 403,
      },
    },
  },
};
