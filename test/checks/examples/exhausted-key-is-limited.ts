import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: { seed: 2, answers: { "getWebhook with an exhausted key": 429 } },
  otherwise: {
    "no outage comes before the limit": { "getWebhook with an exhausted key": 503 },
    "an answer says when to come again": {
      "getWebhook with an exhausted key": { headers: {}, text: "Slow down." },
    },
  },
  fails: {
    "CRM-46: The read of webhooks answers 403 to a key whose hour is used up, without a word on waiting": {
      "getWebhook with an exhausted key": 403,
    },
  },
};
