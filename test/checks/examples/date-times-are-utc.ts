import { eventContact } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [
    { operation: "addEventContact", body: eventContact },
    {
      interface: "crm",
      method: "GET",
      path: "/api/Gift/7",
      // `noteDate` is a date by its name, `giftDate` is documented nowhere, and null is another fact's.
      body: {
        createDateTimeUtc: "2025-03-01T12:01:00Z",
        noteDate: "2025-03-01",
        giftDate: "1 March",
        birthDate: null,
        lastGiftDate: { since: "x" },
      },
    },
  ],
  otherwise: [
    {
      assumes: "moments are in whole seconds",
      changes: { "/createDateTimeUtc": "2025-03-01T12:01:00.1234567Z" },
    },
  ],
  fails: [
    {
      what: "Every moment is serialized as a local one, without a zone",
      blames: "GEN-02",
      changes: { "/createDateTimeUtc": "2025-03-01T12:01:00" },
      pointer: "/createDateTimeUtc",
      says: "`/createDateTimeUtc` is text where an ISO 8601 UTC date-time is stated: it has no zone.",
    },
    {
      what: "An operation that no document has writes a moment without its time",
      blames: "GEN-02",
      method: "GET",
      path: "/api/Gift/7",
      body: { list: [{ modifiedDateTimeUtc: "2025-03-01" }] },
      pointer: "/list/0/modifiedDateTimeUtc",
      says: "`/list/0/modifiedDateTimeUtc` is text where an ISO 8601 UTC date-time is stated: it has no time.",
    },
    {
      what: "A moment beside what is documented is a number of seconds",
      blames: "GEN-02",
      changes: { "/history": { createDateTimeUtc: 1_740_830_460 } },
      pointer: "/history/createDateTimeUtc",
    },
  ],
};
