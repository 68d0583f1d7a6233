import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [
    {
      answers: {
        login: { body: { access_token: "token-1", refresh_token: "token-2" } },
        refresh: { body: { access_token: "token-3", refresh_token: "token-4" } },
        "with the refreshed token": {},
        "*": { status: 401 },
      },
    },
  ],
  fails: [
    {
      what: "A refresh token replaces notes",
      blames: "CRM-30",
      answers: { "replaceContactNote with a refresh token": { status: 200 } },
    },
    {
      what: "An access token replaces projects",
      blames: "GEN-04",
      answers: { "replaceProject with an access token of the CRM": { status: 200 } },
    },
  ],
};
