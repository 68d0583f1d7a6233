import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "getQueryOptions", body: {} }],
  otherwise: [
    {
      assumes: "nobody changes custom fields while a run reads",
      credential: "donation.credentials.token",
      body: { columns: ["id", "custom"] },
      after: [["id", "custom"], ["id"]].map((columns) => ({
        operation: "getQueryOptions",
        credential: "donation.credentials.token",
        body: { columns },
      })),
    },
  ],
  fails: [{ what: "Options are answered with 203", blames: "DON-15", status: 203 }],
};
