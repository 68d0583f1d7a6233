import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [
    {
      operation: "getWebhook",
      status: 404,
      body: { error: { code: "NOT_FOUND", message: "There is no such webhook.", details: [] } },
    },
  ],
  fails: [
    {
      what: "The message for an unknown webhook ends in one frame of the stack",
      blames: "CRM-42",
      changes: {
        "/error/message": "Cannot read properties of undefined at resolve (/app/dist/webhooks:12:34)",
      },
      pointer: "/error/message",
    },
  ],
};
