import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [
    {
      operation: "listPremiums",
      status: 401,
      body: { title: "Unauthorized", status: 401, detail: "The credential is not accepted." },
    },
  ],
  otherwise: [
    {
      assumes: "a status in a success is an HTTP status",
      isUnjudged: true,
      status: 200,
      body: { items: [], status: 3, title: "All" },
    },
    {
      assumes: "the form of a 429 is stated",
      isUnjudged: true,
      status: 429,
      body: { title: "Slow down.", status: 1 },
    },
  ],
  fails: [
    {
      what: "The status in every error is 0: nobody sets it",
      blames: "DON-19",
      changes: { "/status": 0 },
      pointer: "/status",
    },
    { what: "An error is answered with 200", blames: "DON-19", status: 200, pointer: "/status" },
  ],
};
