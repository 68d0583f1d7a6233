import { note } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: { operation: "replaceContactNote", body: note },
  otherwise: {
    "ids are numbers that a number here can hold": {
      credential: "crm.credentials.apiKey",
      path: "/api/ContactNote/9007199254740993",
      "/id": 9_007_199_254_740_992,
    },
  },
  fails: { "CRM-26: A replacement is answered with 202": { status: 202 } },
};
