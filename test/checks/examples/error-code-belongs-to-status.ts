import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: {
    operation: "getContact",
    status: 401,
    body: { error: { code: "UNAUTHENTICATED", message: "The credential is not accepted.", details: [] } },
  },
  otherwise: {
    "every status has its code": { isUnjudged: true, status: 418, "/error/code": "TEAPOT" },
    "nobody removes a record while a run reads": {
      credential: "crm.credentials.apiKey",
      status: 404,
      "/error/code": "NOT_FOUND",
      after: [
        {
          operation: "getContact",
          credential: "crm.credentials.apiKey",
          status: 403,
          body: { error: { code: "FORBIDDEN", message: "It is private.", details: [] } },
        },
      ],
    },
  },
  fails: { "CRM-43: The code of every error is ERROR": { "/error/code": "ERROR" } },
};
