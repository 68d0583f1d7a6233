import type { ActiveExamples, Family } from "../../kit/example.ts";

export const active: Family<ActiveExamples> = {
  "exhausted-key-is-limited": {
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
  },
  "exhausted-key-is-limited-to-write": {
    pass: { "*": 429 },
    otherwise: {
      "no outage comes before the limit": { "*": 503 },
      "an answer says when to come again": { "*": { headers: {}, text: "Slow down." } },
    },
    fails: { "CRM-46: Replacing a note is not counted": { "replaceContactNote with an exhausted key": 200 } },
  },
};
