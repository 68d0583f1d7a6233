import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [
    {
      answers: {
        login: { body: { refresh_token: "token-6" } },
        refresh: { body: { access_token: "token-7", refresh_token: "token-8" } },
        "refresh again": { body: { access_token: "token-9", refresh_token: "token-10" } },
        "*": {},
      },
    },
  ],
  fails: [
    { what: "No refresh token is accepted", blames: "CRM-37", answers: { refresh: { status: 400 } } },
    {
      what: "The access token of every second refresh was never written to the store",
      blames: "CRM-37",
      answers: { "with the newest token": { status: 401 } },
    },
  ],
};
