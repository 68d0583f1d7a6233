import type { ActiveExamples, Family } from "../../kit/example.ts";
import { askingForACode, issuedTokens } from "../../kit/refusals.ts";

export const active: Family<ActiveExamples> = {
  "access-token-works-like-a-key": {
    pass: { ...issuedTokens, "*": 200 },
    otherwise: {
      "the account may read what the key may read": { "getWebhook with the token": 403 },
      "what the account may not read, a refresh does not open": {
        "getWebhook with the token": 403,
        "getWebhook with the refreshed token": 403,
      },
      "an operation takes the key": { "getWebhook with the token": 401, "getWebhook with the key": 401 },
      ...askingForACode,
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
    pass: { ...issuedTokens, "*": 200 },
    otherwise: {
      "the account may write what the key may write": { "replaceContactNote with the token": 403 },
      ...askingForACode,
    },
    fails: {
      "CRM-31: Replacing a note takes no access token": { "replaceContactNote with the token": 401 },
      "CRM-37: A refresh loses the permission to replace notes": {
        "replaceContactNote with the refreshed token": 403,
      },
    },
  },
};
