import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: {
    "with the code": { body: { access_token: "token-1", refresh_token: "token-2" } },
    "its refresh": { body: { access_token: "token-3", refresh_token: "token-4" } },
    "with the code, again": { body: { access_token: "token-6" } },
    "with the code, after a wrong one": { body: { access_token: "token-5" } },
    "*": 202,
  },
  otherwise: {
    "a code works once": { "with the code, again": 401, "with the code, after a wrong one": 401 },
    "an answer without a token has no body": {
      "without the code": {
        status: 202,
        body: { message: "A code is on its way.", twoFactorEnabled: "True" },
      },
    },
    "null is no token": {
      "without the code": { status: 202, body: { access_token: null, refresh_token: "" } },
    },
    "a wrong code is asked for again": { "with a wrong code": 400, "with an empty code": 401 },
  },
  fails: {
    "CRM-38: A code is read as a number and loses its zeros": { "with the code": 401 },
    "CRM-38: A two-factor login without its code gets 200 and a message": { "without the code": 200 },
    "CRM-37: A refresh of a two-factor login asks for a code": { "its refresh": 202 },
    "CRM-38: After a wrong code the right one is refused": { "with the code, after a wrong one": 401 },
    "CRM-38: Whoever has logged in with a code needs none from then on": {
      "without the code, after a login with it": { status: 200, body: { access_token: "token-2" } },
    },
  },
};
