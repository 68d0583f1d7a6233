import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: {
    login: { body: { access_token: "token-1", refresh_token: "token-2" } },
    refresh: { body: { access_token: "token-3", refresh_token: "token-4" } },
    "*": 200,
  },
  otherwise: {
    "the account may write what the key may write": { "replaceContactNote with the token": 403 },
    "the account logs in without a code": { isUnjudged: true, answers: { login: { status: 202, body: {} } } },
  },
  fails: {
    "CRM-31: Replacing a note takes no access token": { "replaceContactNote with the token": 401 },
    "CRM-37: A refresh loses the permission to replace notes": {
      "replaceContactNote with the refreshed token": 403,
    },
  },
};
