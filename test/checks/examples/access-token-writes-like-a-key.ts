import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { login: { body: { access_token: "token-1" } }, "*": {} } }],
  fails: [
    {
      what: "Replacing a note takes no access token",
      blames: "CRM-31",
      answers: { "replaceContactNote with the token": { status: 401 } },
    },
  ],
};
