import { note } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "replaceContactNote", body: note }],
  fails: [
    {
      what: "createdByAvatarUrl is missing",
      blames: "CRM-08",
      changes: { "/createdByAvatarUrl": undefined },
      pointer: "/createdByAvatarUrl",
    },
    {
      what: "The ids of a note and its contact are strings",
      blames: "CRM-08",
      changes: { "/id": "1" },
      pointer: "/id",
    },
  ],
};
