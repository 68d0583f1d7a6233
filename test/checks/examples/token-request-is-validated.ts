import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { accepted: {}, "*": { status: 400 } } }],
  otherwise: [
    {
      assumes: "the account logs in without a code",
      isUnjudged: true,
      answers: { accepted: { status: 202 } },
    },
    { assumes: "a grant is refused with 400", answers: { "*": { status: 401, text: "Denied." } } },
  ],
  fails: [
    {
      what: "A refresh token that was never issued leads to a 500",
      blames: "CRM-20",
      answers: { "a token request with a refresh token that was never issued": { status: 500 } },
    },
    {
      what: "Whatever is not a refresh counts as a login",
      blames: "CRM-20",
      answers: { "a token request of another grant type": { status: 200 } },
    },
    {
      what: "An access token refreshes",
      blames: "CRM-20",
      answers: {
        accepted: { body: { access_token: "token-1" } },
        "a refresh with an access token": { status: 200 },
      },
    },
    {
      what: "Of a password the beginning counts",
      blames: "CRM-20",
      answers: { "a token request with the password without its end": { status: 200 } },
    },
  ],
};
