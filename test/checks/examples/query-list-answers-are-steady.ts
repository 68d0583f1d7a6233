import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "getQueryList", body: [] }],
  otherwise: [
    {
      assumes: "nobody saves a query while a run reads",
      credential: "donation.credentials.token",
      after: [[{ id: 1, name: "One" }], []].map((body) => ({
        operation: "getQueryList",
        credential: "donation.credentials.token",
        body,
      })),
    },
  ],
  fails: [{ what: "Queries are answered with 206", blames: "DON-16", status: 206 }],
};
