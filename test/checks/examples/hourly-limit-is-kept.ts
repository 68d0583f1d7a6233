import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: {
    "new crm credential": { body: { data: { id: 19, token: "token-4" } } },
    "first of the hour": { headers: { "x-ratelimit-limit": "5000" } },
    "one too many": 429,
    "*": 200,
  },
  otherwise: {
    "a limit is announced": { isUnjudged: true, answers: { "first of the hour": { headers: {} } } },
  },
  fails: {
    "CRM-48: Requests beyond the announced limit are answered": { "one too many": 200 },
    "CRM-48: The last request that the limit allows is refused": { "last of the hour": 429 },
  },
};
