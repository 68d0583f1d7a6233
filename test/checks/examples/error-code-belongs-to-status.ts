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
      assumes: "every status has its code",
      isUnjudged: true,
      status: 418,
      changes: { "/error/code": "TEAPOT" },
    },
    {
      assumes: "nobody removes a record while a run reads",
      credential: "crm.credentials.apiKey",
      status: 404,
      changes: { "/error/code": "NOT_FOUND" },
      after: [
        {
          operation: "getContact",
          credential: "crm.credentials.apiKey",
          status: 403,
          body: { error: { code: "FORBIDDEN", message: "It is private.", details: [] } },
        },
      ],
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
