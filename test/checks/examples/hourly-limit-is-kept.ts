import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: {
    "new crm credential": { body: { data: { id: 19, token: "token-4" } } },
    "the first request of the hour": { headers: { "x-ratelimit-limit": "5000" } },
    "the first request above the hourly limit": 429,
    "*": 200,
  },
  otherwise: {
    "a limit is announced": {
      isUnjudged: true,
      answers: { "the first request of the hour": { headers: {} } },
    },
  },
  fails: {
    "CRM-48: Requests beyond the announced limit are answered": {
      "the first request above the hourly limit": 200,
    },
    "CRM-48: The last request that the limit allows is refused": {
      "the last request within the hourly limit": 429,
    },
  },
};
