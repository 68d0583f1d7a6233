import type { PassiveExamples } from "../kit/example.ts";

const envelope = { error: { code: "NOT_FOUND", message: "There is no such contact.", details: [] } };

export const examples: PassiveExamples = {
  pass: { operation: "getContact", status: 404, body: envelope },
  alsoPasses: [
    { operation: "getContact", status: 403, body: { message: "No permission." } },
    { operation: "getContact", status: 401, text: "Unauthorized" },
    { operation: "issueToken", status: 400, body: { error: "invalid_grant" } },
  ],
  otherwise: {
    "a 401 has JSON": { status: 401, text: "Authorization has been denied for this request." },
    "a status that is not listed has the envelope": { isUnjudged: true, status: 502, text: "Bad gateway" },
  },
  fails: {
    "CRM-44: A 404 carries the older message": { body: { message: "Not found." } },
    "CRM-44: A 404 is a page of HTML": { text: "<h1>Not found</h1>" },
    "CRM-44: A 403 is a line of text": { status: 403, text: "Forbidden" },
    "CRM-44: A 415 has the donation interface's form": {
      status: 415,
      body: { title: "Unsupported", status: 415, detail: "No." },
    },
  },
};
