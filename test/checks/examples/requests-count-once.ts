import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [
    {
      answers: {
        "new donation credential": { body: { data: { id: 19, token: "token-11" } } },
        "first of the hour": { headers: { "x-ratelimit-limit": "5000" } },
        "one too many": { status: 429 },
        "*": {},
      },
    },
  ],
  otherwise: [
    { assumes: "a limit is announced", isUnjudged: true, answers: { "first of the hour": { headers: {} } } },
    { assumes: "a page may hold a hundred records", answers: { "a page of a hundred": { status: 400 } } },
    { assumes: "a request too many is 429", answers: { "one too many": { status: 503 } } },
  ],
  fails: [
    { what: "A query counts as two requests", blames: "DON-24", answers: { "a query": { status: 429 } } },
    { what: "A query counts as no request", blames: "DON-24", answers: { "one too many": { status: 200 } } },
  ],
};
