import type { ActiveExamples } from "../kit/example.ts";
import { refusedTokens } from "../kit/refused-tokens.ts";

export const examples: ActiveExamples = {
  passes: refusedTokens,
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
