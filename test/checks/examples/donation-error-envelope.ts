import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [
    {
      operation: "listPremiums",
      status: 401,
      body: { title: "Unauthorized", status: 401, detail: "The credential is not accepted." },
    },
    {
      operation: "queryDonors",
      status: 400,
      body: { title: "Invalid", status: 400, detail: "See errors.", errors: { queryType: ["is required"] } },
    },
  ],
  otherwise: [
    { assumes: "a problem has no further members", changes: { "/type": "about:blank", "/errors": {} } },
    {
      assumes: "the form of a 429 is stated",
      isUnjudged: true,
      status: 429,
      body: { message: "Slow down." },
    },
    { assumes: "a gateway speaks for the platform", isUnjudged: true, status: 503, text: "Try later." },
  ],
  fails: [
    {
      what: "An error has no detail",
      blames: "DON-18",
      changes: { "/detail": undefined },
      pointer: "/detail",
    },
    {
      what: "The titles of errors are null",
      blames: "DON-18",
      changes: { "/title": null },
      pointer: "/title",
    },
    { what: "A refusal is a line of text", blames: "DON-18", text: "Unauthorized" },
  ],
};
