import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: {
    "new donation credential": { body: { data: { id: 19, token: "token-11" } } },
    "first of the hour": { headers: { "x-ratelimit-limit": "5000" } },
    "one too many": 429,
    "*": 200,
  },
  otherwise: {
    "a limit is announced": { isUnjudged: true, answers: { "first of the hour": { headers: {} } } },
    "a page may hold a hundred records": { "a page of a hundred": 400 },
    "a request too many is 429": { "one too many": 503 },
  },
  fails: {
    "DON-24: A query counts as two requests": { "a query": 429 },
    "DON-24: A query counts as no request": { "one too many": 200 },
  },
};
