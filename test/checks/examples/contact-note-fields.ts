import { note } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

const without = { ...note, note: undefined, noteDate: null, important: false };

export const examples: PassiveExamples = {
  pass: { operation: "replaceContactNote", body: note },
  otherwise: {
    "what a replacement has left out is there": { requestBody: {}, body: without },
    "what a replacement has sent without a value is there": { requestBody: { note: null }, body: without },
    "what a replacement has emptied is there": { requestBody: { note: "" }, body: without },
  },
  fails: {
    "CRM-08: createdByAvatarUrl is missing": { "/createdByAvatarUrl": undefined },
    "CRM-08: The ids of a note and its contact are strings": { "/id": "1" },
    "CRM-08: A flag that was sent as false is missing": {
      requestBody: { important: false },
      "/important": undefined,
    },
  },
};
