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
    { assumes: "messages are in English", changes: { "/error/message": "Zugriff verweigert." } },
    { assumes: "an envelope has no further members", changes: { "/error/traceId": "7a", "/status": 401 } },
  ],
  fails: [
    {
      what: "The root of an error body is spelt Error",
      blames: "CRM-40",
      changes: { "/error": undefined, "/Error": {} },
      pointer: "/error",
    },
    {
      what: "An error's code is spelt in camelCase",
      blames: "CRM-40",
      changes: { "/error/code": "unauthenticated" },
      pointer: "/error/code",
    },
  ],
};
