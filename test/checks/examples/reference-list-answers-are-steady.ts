import { answeredBefore } from "../kit/answered-before.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: { operation: "listPremiums", body: [] },
  otherwise: {
    "nobody adds an entry and removes it while a run reads": {
      body: [{ id: 1, name: "One" }],
      ...answeredBefore(
        "listPremiums",
        "donation.credentials.token",
        [{ id: 1, name: "One" }],
        [
          { id: 1, name: "One" },
          { id: 2, name: "One" },
        ],
      ),
    },
  },
  fails: { "DON-09: A list is answered with 304 to who has no copy": { status: 304 } },
};
