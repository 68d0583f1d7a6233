import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { login: { body: { access_token: "token-1" } }, "*": {} } }],
  otherwise: [
    {
      assumes: "the account may write what the key may write",
      answers: { "replaceContactNote with the token": { status: 403 } },
    },
    {
      assumes: "the account logs in without a code",
      isUnjudged: true,
      answers: { login: { status: 202, body: {} } },
    },
  ],
  fails: [
    {
      what: "Replacing a note takes no access token",
      blames: "CRM-31",
      answers: { "replaceContactNote with the token": { status: 401 } },
    },
  ],
};
