import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [
    {
      operation: "getWebhook",
      status: 404,
      body: { error: { code: "NOT_FOUND", message: "There is no such webhook.", details: [] } },
    },
  ],
  otherwise: [
    {
      assumes: "what reads like a place in a program is a frame",
      changes: { "/error/message": "See line 5 of the guide at docs.example.org (webhooks), version 2.1." },
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
