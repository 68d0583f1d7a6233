import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: {
    login: { body: { refresh_token: "token-6" } },
    "a refresh": { body: { access_token: "token-7", refresh_token: "token-8" } },
    "a second refresh": { body: { access_token: "token-9", refresh_token: "token-10" } },
    "*": 200,
  },
  otherwise: {
    "a login brings a refresh token": { isUnjudged: true, answers: { login: { body: {} } } },
    "a refresh rotates the refresh token": {
      "a refresh": { body: { access_token: "token-7", refresh_token: "token-6" } },
      "a second refresh": { body: { access_token: "token-9", refresh_token: "token-6" } },
    },
    "the account may read what is asked for with its token": { "with the newest token": 403 },
    "a token that was rotated out is taken once more": { "a refresh with the first token": 401 },
  },
  fails: {
    "CRM-37: No refresh token is accepted": { "a refresh": 400 },
    "CRM-37: The access token of every second refresh was never written to the store": {
      "with the newest token": 401,
    },
  },
};
