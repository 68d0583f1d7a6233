import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: {
    operation: "getWebhook",
    status: 404,
    body: { error: { code: "NOT_FOUND", message: "There is no such webhook.", details: [] } },
  },
  otherwise: {
    "what reads like a place in a program is a frame": {
      "/error/message": "See line 5 of the guide at docs.example.org (webhooks), version 2.1.",
    },
  },
  fails: {
    "CRM-42 /stackTrace: A framework's own error shows the stack": {
      body: { message: "An error has occurred.", stackTrace: "   at Crm.Notes.Put(Int32 id)" },
    },
    "CRM-42: A web server's page shows the stack": {
      headers: { "content-type": "text/html" },
      text: "<h1>Server Error</h1><pre>[NullReferenceException]\n   at Crm.Notes.Put(Int32 id)</pre>",
    },
    "CRM-42: The message for an unknown webhook ends in one frame of the stack": {
      "/error/message": "Cannot read properties of undefined at resolve (/app/dist/webhooks:12:34)",
    },
  },
};
