import { answeredBefore } from "../kit/answered-before.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: { operation: "getQueryOptions", body: {} },
  otherwise: {
    "nobody changes custom fields while a run reads": {
      body: { columns: ["id", "custom"] },
      ...answeredBefore(
        "getQueryOptions",
        "donation.credentials.token",
        { columns: ["id", "custom"] },
        { columns: ["id"] },
      ),
    },
  },
  fails: { "DON-15: Options are answered with 203": { status: 203 } },
};
