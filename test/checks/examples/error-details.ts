import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: {
    operation: "getContact",
    status: 401,
    body: { error: { code: "UNAUTHENTICATED", message: "The credential is not accepted.", details: [] } },
  },
  otherwise: {
    "what is wrong with a field is one of a few codes": {
      "/error/details": [{ field: "amount", code: "E-17", message: "" }],
    },
    "details have no further members": { "/error/hint": null },
  },
  fails: {
    "CRM-41: details is null where no field is at fault": { "/error/details": null },
    "CRM-41: details is left out of a 404": { "/error/details": undefined },
  },
};
