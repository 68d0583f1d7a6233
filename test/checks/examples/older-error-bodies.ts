import type { PassiveExamples } from "../kit/example.ts";

const envelope = { error: { code: "NOT_FOUND", message: "There is no such contact.", details: [] } };

const severity = "warning";

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
    "a gateway knows the platform's forms": {
      isUnjudged: true,
      status: 504,
      body: { title: "Gateway Timeout", status: 504 },
    },
  },
  fails: {
    "CRM-44: A 404 carries the older message": { severity, body: { message: "Not found." } },
    "CRM-44: A 404 has no body": { severity, body: undefined },
    "CRM-44: A 400 is a framework's own": {
      severity,
      status: 400,
      body: { message: "The request is invalid.", modelState: { id: ["Required."] } },
    },
    "CRM-44: A 404 is a page of HTML": { severity, text: "<h1>Not found</h1>" },
    "CRM-44: A 403 is a line of text": { severity, status: 403, text: "Forbidden" },
    "CRM-44: A token request that may not be made has an OAuth error": {
      operation: "issueToken",
      status: 403,
      body: { error: "access_denied" },
    },
    "CRM-44 /title: A 415 has the donation interface's form": {
      status: 415,
      body: { title: "Unsupported", status: 415, detail: "No." },
    },
    "CRM-44 /title: A 401 has the donation interface's form beside a message": {
      status: 401,
      body: { title: "Unauthorized", message: "No." },
    },
  },
};
