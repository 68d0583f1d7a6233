import { note } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "replaceContactNote", body: note }],
  fails: [
    {
      what: "A reminder's links are those of the application's pages",
      blames: "CRM-13",
      changes: { "/reminder/completeUrl": "http://sandbox.test/crm/Reminder/Completed/1" },
      pointer: "/reminder/completeUrl",
    },
  ],
};
