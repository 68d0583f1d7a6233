import { note } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: { operation: "replaceContactNote", body: note },
  otherwise: {
    "every note has a reminder": { "/reminder": null },
    "kinds and states are those of the examples": {
      "/reminder/reminderType": "Call",
      "/reminder/taskStatus": "Done",
    },
  },
  fails: {
    "CRM-12: owner is missing": { "/reminder/owner": undefined },
    "CRM-12: reminder is an array of reminders": { "/reminder": [] },
  },
};
