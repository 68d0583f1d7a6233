import { note } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "replaceContactNote", body: note }],
  otherwise: [
    {
      assumes: "ids are numbers that a number here can hold",
      credential: "crm.credentials.apiKey",
      path: "/api/ContactNote/9007199254740993",
      changes: { "/id": 9_007_199_254_740_992 },
    },
  ],
  fails: [{ what: "A replacement is answered with 202", blames: "CRM-26", status: 202 }],
};
