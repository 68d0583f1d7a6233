import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "queryGifts", body: { items: [], total: 0 } }],
  otherwise: [
    {
      assumes: "nobody adds a record and removes it while a run reads",
      credential: "donation.credentials.token",
      after: [0, 1].map((total) => ({
        operation: "queryGifts",
        credential: "donation.credentials.token",
        body: { items: [{ id: 1, name: "One" }].slice(0, total), total },
      })),
    },
  ],
  fails: [{ what: "A query is answered with 203", blames: "DON-10", status: 203 }],
};
