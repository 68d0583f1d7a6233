import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { "*": {} } }],
  otherwise: [
    { assumes: "a write is taken as usual", isUnjudged: true, answers: { "*": { status: 400 } } },
    {
      assumes: "a server is never busy",
      answers: {
        "replaceCampaign with a charset and in another writing": { status: 503 },
        "replaceCampaign as application/json; charset=utf-8": { status: 429 },
      },
    },
  ],
  fails: [
    {
      what: "A note with a charset is no JSON",
      blames: "GEN-03",
      answers: {
        "replaceContactNote with a charset and in another writing": { status: 415 },
        "replaceContactNote as application/json; charset=utf-8": { status: 415 },
      },
    },
    {
      what: "A segment whose properties are in another order is refused",
      blames: "GEN-03",
      answers: {
        "replaceSegment with a charset and in another writing": { status: 400 },
        "replaceSegment in another writing": { status: 400 },
      },
    },
  ],
};
