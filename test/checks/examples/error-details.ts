import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [
    {
      operation: "getContact",
      status: 401,
      body: { error: { code: "UNAUTHENTICATED", message: "The credential is not accepted.", details: [] } },
    },
  ],
  otherwise: [
    {
      assumes: "what is wrong with a field is one of a few codes",
      changes: { "/error/details": [{ field: "amount", code: "E-17", message: "" }] },
    },
    { assumes: "details have no further members", changes: { "/error/hint": null } },
  ],
  fails: [
    {
      what: "details is null where no field is at fault",
      blames: "CRM-41",
      changes: { "/error/details": null },
      pointer: "/error/details",
    },
    {
      what: "details is left out of a 404",
      blames: "CRM-41",
      changes: { "/error/details": undefined },
      pointer: "/error/details",
    },
  ],
};
