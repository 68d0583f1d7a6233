import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: { accepted: 200, "a token request after those that were refused": 200, "*": 400 },
  otherwise: {
    "the account logs in without a code": { isUnjudged: true, answers: { accepted: 202 } },
    "a grant is refused with 400": {
      "*": { status: 401, text: "Denied." },
      "a token request after those that were refused": 200,
    },
  },
  fails: {
    "CRM-20: A refresh token that was never issued leads to a 500": {
      "a token request with a refresh token that was never issued": 500,
    },
    "CRM-20: Whatever is not a refresh counts as a login": { "a token request of another grant type": 200 },
    "CRM-20: An access token refreshes": {
      accepted: { body: { access_token: "token-1" } },
      "a refresh with an access token": 200,
    },
    "CRM-20: After a wrong password the right one is refused": {
      "a token request after those that were refused": 401,
    },
    "CRM-20: Of a password the beginning counts": {
      "a token request with the password without its end": 200,
    },
  },
};
