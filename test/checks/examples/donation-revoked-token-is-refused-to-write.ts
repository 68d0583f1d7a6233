import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { "*": { status: 401 } } }],
  fails: [
    {
      what: "Replacements accept a revoked token, the reads do not",
      blames: "DON-21",
      answers: { "replaceProject with a revoked token": { status: 200 } },
    },
    {
      what: "A second parser reads bearer in small letters, and knows of no revocation",
      blames: "DON-21",
      answers: { "replaceProject with a revoked token behind bearer in small letters": { status: 200 } },
    },
  ],
};
