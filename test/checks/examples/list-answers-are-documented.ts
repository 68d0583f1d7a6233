import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "listGifts", body: { items: [], total: 0 } }],
  otherwise: [
    {
      assumes: "nobody adds a record and removes it while a run reads",
      credential: "donation.credentials.token",
      after: [0, 1].map((total) => ({
        operation: "listGifts",
        credential: "donation.credentials.token",
        body: { items: [{ id: 1, name: "One" }].slice(0, total), total },
      })),
    },
  ],
  fails: [{ what: "A list is answered with 206", blames: "DON-04", status: 206 }],
};
