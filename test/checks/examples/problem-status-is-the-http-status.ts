import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: {
    operation: "listPremiums",
    status: 401,
    body: { title: "Unauthorized", status: 401, detail: "The credential is not accepted." },
  },
  otherwise: {
    "a status in a success is an HTTP status": {
      isUnjudged: true,
      status: 200,
      body: { items: [], status: 3, title: "All" },
    },
    "the form of a 429 is stated": {
      isUnjudged: true,
      status: 429,
      body: { title: "Slow down.", status: 1 },
    },
  },
  fails: {
    "DON-19: The status in every error is 0: nobody sets it": { "/status": 0 },
    "DON-19 /status: An error is answered with 200": { status: 200 },
  },
};
