import { note } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "replaceContactNote", body: note }],
  fails: [
    {
      what: "owner is missing",
      blames: "CRM-12",
      changes: { "/reminder/owner": undefined },
      pointer: "/reminder/owner",
    },
    {
      what: "reminder is an array of reminders",
      blames: "CRM-12",
      changes: { "/reminder": [] },
      pointer: "/reminder",
    },
  ],
};
