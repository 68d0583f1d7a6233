import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { "*": {} } }],
  otherwise: [
    { assumes: "a query is taken as usual", isUnjudged: true, answers: { "*": { status: 400 } } },
    {
      assumes: "a server is never busy",
      answers: {
        "queryGifts with a charset and in another writing": { status: 503 },
        "queryGifts as application/json; charset=utf-8": { status: 503 },
      },
    },
  ],
  fails: [
    {
      what: "A query with a charset is no JSON",
      blames: "GEN-03",
      answers: {
        "queryGifts with a charset and in another writing": { status: 415 },
        "queryGifts as application/json; charset=utf-8": { status: 415 },
      },
    },
    {
      what: "A query of several lines is no JSON",
      blames: "GEN-03",
      answers: {
        "queryGifts with a charset and in another writing": { status: 400 },
        "queryGifts in another writing": { status: 400 },
      },
    },
  ],
};
