import { note } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "replaceContactNote", body: note }],
  otherwise: [{ note: null }, { note: "" }, {}].map((requestBody) => ({
    assumes: "what a replacement has left out, or sent without a value, is there",
    requestBody,
    body: { ...note, note: undefined, noteDate: null, important: false },
  })),
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
    {
      what: "A flag that was sent as false is missing",
      blames: "CRM-08",
      requestBody: { important: false },
      changes: { "/important": undefined },
      pointer: "/important",
    },
  ],
};
