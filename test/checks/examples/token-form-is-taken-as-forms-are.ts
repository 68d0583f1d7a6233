import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { "*": {} } }],
  otherwise: [
    {
      assumes: "the account logs in without a code",
      isUnjudged: true,
      answers: { "as usual": { status: 202 } },
    },
  ],
  fails: [
    {
      what: "A form with a charset is an unsupported media type",
      blames: "CRM-20",
      answers: { "with a charset": { status: 415 } },
    },
  ],
};
