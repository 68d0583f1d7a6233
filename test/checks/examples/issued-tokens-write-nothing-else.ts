import type { ActiveExamples } from "../kit/example.ts";
import { refusedOtherwise } from "../kit/refused-otherwise.ts";
import { refusedTokens } from "../kit/refused-tokens.ts";

export const examples: ActiveExamples = {
  passes: refusedTokens,
  otherwise: [
    ...refusedOtherwise(401),
    {
      assumes: "the account logs in without a code",
      isUnjudged: true,
      answers: { login: { status: 202, body: {} } },
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
