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
      what: "The code of every error is ERROR",
      blames: "CRM-43",
      changes: { "/error/code": "ERROR" },
      pointer: "/error/code",
    },
  ],
};
