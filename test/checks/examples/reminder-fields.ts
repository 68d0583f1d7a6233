import { note } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "replaceContactNote", body: note }],
  otherwise: [
    { assumes: "every note has a reminder", changes: { "/reminder": null } },
    {
      assumes: "kinds and states are those of the examples",
      changes: { "/reminder/reminderType": "Call", "/reminder/taskStatus": "Done" },
    },
  ],
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
