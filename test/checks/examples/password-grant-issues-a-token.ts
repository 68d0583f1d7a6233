import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: { "password grant, special characters": { body: { refresh_token: "token-6" } }, "*": 400 },
  otherwise: {
    "a refresh token comes with a login": { "password grant, special characters": { body: {} } },
    "what cannot be read is refused with 400": { "*": 415 },
  },
  fails: {
    "CRM-20: A login answers 202 though the account has no second factor": {
      "password grant, special characters": 202,
    },
    "CRM-33: A multipart token request is answered 202 without a token": {
      "a password grant as multipart": 202,
    },
    "CRM-33: A refresh may be multipart, a login not": { "a refresh as multipart": 200 },
    "CRM-34: The values of a token request are compared as they were encoded": {
      "password grant, special characters": 401,
    },
  },
};
