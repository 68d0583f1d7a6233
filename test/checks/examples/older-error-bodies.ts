import type { PassiveExamples } from "../kit/example.ts";

const envelope = { error: { code: "NOT_FOUND", message: "There is no such contact.", details: [] } };

export const examples: PassiveExamples = {
  passes: [
    { operation: "getContact", status: 404, body: envelope },
    { operation: "getContact", status: 403, body: { message: "No permission." } },
    { operation: "getContact", status: 401, text: "Unauthorized" },
    { operation: "issueToken", status: 400, body: { error: "invalid_grant" } },
  ],
  otherwise: [
    { assumes: "a 401 has JSON", status: 401, text: "Authorization has been denied for this request." },
    {
      assumes: "a status that is not listed has the envelope",
      isUnjudged: true,
      status: 502,
      text: "Bad gateway",
    },
  ],
  fails: [
    { what: "A 404 carries the older message", blames: "CRM-44", body: { message: "Not found." } },
    { what: "A 404 is a page of HTML", blames: "CRM-44", text: "<h1>Not found</h1>" },
    { what: "A 403 is a line of text", blames: "CRM-44", status: 403, text: "Forbidden" },
    {
      what: "A 415 has the donation interface's form",
      blames: "CRM-44",
      status: 415,
      body: { title: "Unsupported", status: 415, detail: "No." },
    },
  ],
};
