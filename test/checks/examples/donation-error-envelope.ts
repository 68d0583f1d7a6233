import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: {
    operation: "listPremiums",
    status: 401,
    body: { title: "Unauthorized", status: 401, detail: "The credential is not accepted." },
  },
  alsoPasses: [
    {
      operation: "queryDonors",
      status: 400,
      body: { title: "Invalid", status: 400, detail: "See errors.", errors: { queryType: ["is required"] } },
    },
  ],
  otherwise: {
    "a problem has no further members": { "/type": "about:blank", "/errors": {} },
    "the form of a 429 is stated": { isUnjudged: true, status: 429, body: { message: "Slow down." } },
    "a gateway speaks for the platform": { isUnjudged: true, status: 503, text: "Try later." },
  },
  fails: {
    "DON-18: An error has no detail": { "/detail": undefined },
    "DON-18: The titles of errors are null": { "/title": null },
    "DON-18: A refusal is a line of text": { text: "Unauthorized" },
  },
};
