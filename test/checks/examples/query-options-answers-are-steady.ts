import { answeredBefore } from "../kit/answered-before.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "getQueryOptions", body: {} }],
  otherwise: [
    {
      assumes: "nobody changes custom fields while a run reads",
      body: { columns: ["id", "custom"] },
      ...answeredBefore(
        "getQueryOptions",
        "donation.credentials.token",
        { columns: ["id", "custom"] },
        { columns: ["id"] },
      ),
    },
  ],
  fails: [{ what: "Options are answered with 203", blames: "DON-15", status: 203 }],
};
