import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: { "*": 429 },
  otherwise: {
    "no outage comes before the limit": { "*": 503 },
    "an answer says when to come again": { "*": { headers: {}, text: "Slow down." } },
  },
  fails: { "CRM-46: Replacing a note is not counted": { "replaceContactNote with an exhausted key": 200 } },
};
