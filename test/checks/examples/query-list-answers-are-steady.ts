import { answeredBefore } from "../kit/answered-before.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: { operation: "getQueryList", body: [] },
  otherwise: {
    "nobody saves a query while a run reads": answeredBefore(
      "getQueryList",
      "donation.credentials.token",
      [{ id: 1, name: "One" }],
      [],
    ),
  },
  fails: { "DON-16: Queries are answered with 206": { status: 206 } },
};
