import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "listPremiums", body: [] }],
  otherwise: [
    {
      assumes: "nobody adds an entry and removes it while a run reads",
      credential: "donation.credentials.token",
      body: [{ id: 1, name: "One" }],
      after: [1, 2].map((count) => ({
        operation: "listPremiums",
        credential: "donation.credentials.token",
        body: [1, 2].slice(0, count).map((id) => ({ id, name: "One" })),
      })),
    },
  ],
  fails: [{ what: "A list is answered with 304 to who has no copy", blames: "DON-09", status: 304 }],
};
