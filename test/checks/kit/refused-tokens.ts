import type { ActiveExamples } from "./example.ts";

/** An account that is issued tokens, and operations that refuse all of them. */
export const refusedTokens: ActiveExamples["passes"] = [
  {
    answers: {
      login: { body: { access_token: "token-1", refresh_token: "token-2" } },
      refresh: { body: { access_token: "token-3", refresh_token: "token-4" } },
      "with the refreshed token": {},
      "*": { status: 401 },
    },
  },
];
