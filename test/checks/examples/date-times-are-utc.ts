import { eventContact } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "addEventContact", body: eventContact }],
  fails: [
    {
      what: "Every moment is serialized as a local one, without a zone",
      blames: "GEN-02",
      changes: { "/createDateTimeUtc": "2025-03-01T12:01:00" },
      pointer: "/createDateTimeUtc",
      says: "`/createDateTimeUtc` is a string(19) where an ISO 8601 UTC date-time is stated: it has no zone.",
    },
  ],
};
