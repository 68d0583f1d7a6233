import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [
    {
      answers: {
        "password grant, special characters": { body: { refresh_token: "token-6" } },
        "*": { status: 400 },
      },
    },
  ],
  otherwise: [
    {
      assumes: "a refresh token comes with a login",
      answers: { "password grant, special characters": { body: {} } },
    },
    { assumes: "what cannot be read is refused with 400", answers: { "*": { status: 415 } } },
  ],
  fails: [
    {
      what: "A login answers 202 though the account has no second factor",
      blames: "CRM-20",
      answers: { "password grant, special characters": { status: 202 } },
    },
    {
      what: "A multipart token request is answered 202 without a token",
      blames: "CRM-33",
      answers: { "a password grant as multipart": { status: 202 } },
    },
    {
      what: "A refresh may be multipart, a login not",
      blames: "CRM-33",
      answers: { "a refresh as multipart": { status: 200 } },
    },
    {
      what: "The values of a token request are compared as they were encoded",
      blames: "CRM-34",
      answers: { "password grant, special characters": { status: 401 } },
    },
  ],
};
