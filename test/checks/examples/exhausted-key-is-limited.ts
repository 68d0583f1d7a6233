import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [{ seed: 2, answers: { "getWebhook with an exhausted key": { status: 429 } } }],
  otherwise: [
    {
      assumes: "no outage comes before the limit",
      answers: { "getWebhook with an exhausted key": { status: 503 } },
    },
    {
      assumes: "an answer says when to come again",
      answers: { "getWebhook with an exhausted key": { headers: {}, text: "Slow down." } },
    },
  ],
  fails: [
    {
      what: "The read of webhooks answers 403 to a key whose hour is used up, without a word on waiting",
      blames: "CRM-46",
      answers: { "getWebhook with an exhausted key": { status: 403 } },
    },
  ],
};
