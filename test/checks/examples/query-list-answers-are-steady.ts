import { answeredBefore } from "../kit/answered-before.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "getQueryList", body: [] }],
  otherwise: [
    {
      assumes: "nobody saves a query while a run reads",
      ...answeredBefore("getQueryList", "donation.credentials.token", [{ id: 1, name: "One" }], []),
    },
  ],
  fails: [{ what: "Queries are answered with 206", blames: "DON-16", status: 206 }],
};
