import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [
    {
      operation: "getContact",
      status: 401,
      body: { error: { code: "UNAUTHENTICATED", message: "The credential is not accepted.", details: [] } },
    },
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
