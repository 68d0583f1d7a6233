import { answeredBefore } from "../kit/answered-before.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: { operation: "queryGifts", body: { items: [], total: 0 } },
  otherwise: {
    "nobody adds a record and removes it while a run reads": answeredBefore(
      "queryGifts",
      "donation.credentials.token",
      { items: [], total: 0 },
      { items: [{ id: 1, name: "One" }], total: 1 },
    ),
  },
  fails: { "DON-10: A query is answered with 203": { status: 203 } },
};
