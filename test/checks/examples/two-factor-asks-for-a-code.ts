import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { "with the code": { body: { access_token: "token-1" } }, "*": { status: 202 } } }],
  otherwise: [
    {
      assumes: "an answer without a token has no body",
      answers: {
        "without the code": {
          status: 202,
          body: { message: "A code is on its way.", twoFactorEnabled: "True" },
        },
      },
    },
    {
      assumes: "a wrong code is asked for again",
      answers: { "with a wrong code": { status: 400 }, "with an empty code": { status: 401 } },
    },
  ],
  fails: [
    {
      what: "A code is read as a number and loses its zeros",
      blames: "CRM-38",
      answers: { "with the code": { status: 401 } },
    },
    {
      what: "A two-factor login without its code gets 200 and a message",
      blames: "CRM-38",
      answers: { "without the code": { status: 200 } },
    },
    {
      what: "Whoever has logged in with a code needs none from then on",
      blames: "CRM-38",
      answers: {
        "without the code, after a login with it": { status: 200, body: { access_token: "token-2" } },
      },
    },
  ],
};
