import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [{ seed: 2, answers: { "getWebhook with an exhausted key": { status: 429 } } }],
  fails: [
    {
      what: "The read of webhooks answers 403 to a key whose hour is used up, without a word on waiting",
      blames: "CRM-46",
      answers: { "getWebhook with an exhausted key": { status: 403 } },
    },
  ],
};
