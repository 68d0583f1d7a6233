import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [
    {
      answers: {
        "new crm credential": { body: { data: { id: 19, token: "token-4" } } },
        "first of the hour": { headers: { "x-ratelimit-limit": "5000" } },
        "one too many": { status: 429 },
        "*": {},
      },
    },
  ],
  otherwise: [
    { assumes: "a limit is announced", isUnjudged: true, answers: { "first of the hour": { headers: {} } } },
  ],
  fails: [
    {
      what: "Requests beyond the announced limit are answered",
      blames: "CRM-48",
      answers: { "one too many": { status: 200 } },
    },
    {
      what: "The last request that the limit allows is refused",
      blames: "CRM-48",
      answers: { "last of the hour": { status: 429 } },
    },
  ],
};
