import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: {
    operation: "getContact",
    status: 401,
    body: { error: { code: "UNAUTHENTICATED", message: "The credential is not accepted.", details: [] } },
  },
  otherwise: {
    "messages are in English": { "/error/message": "Zugriff verweigert." },
    "an envelope has no further members": { "/error/traceId": "7a", "/status": 401 },
  },
  fails: {
    "CRM-40 /error: The root of an error body is spelt Error": {
      severity: "warning",
      "/error": undefined,
      "/Error": {},
    },
    "CRM-40 /error: The root of an error body is missing": {
      severity: "warning",
      status: 404,
      body: { code: "NOT_FOUND", message: "There is no such contact.", details: [] },
    },
    "CRM-40 /error/code: An error root lacks its code": { "/error/code": undefined },
    "CRM-40: An error's code is spelt in camelCase": { "/error/code": "unauthenticated" },
  },
};
