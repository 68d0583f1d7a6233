import { eventContact } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: { operation: "addEventContact", body: eventContact },
  alsoPasses: [
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
  otherwise: { "moments are in whole seconds": { "/createDateTimeUtc": "2025-03-01T12:01:00.1234567Z" } },
  fails: {
    "GEN-02: Every moment is serialized as a local one, without a zone": {
      "/createDateTimeUtc": "2025-03-01T12:01:00",
      says: "`/createDateTimeUtc` is text where an ISO 8601 UTC date-time is stated: it has no zone.",
    },
    "GEN-02 /list/0/modifiedDateTimeUtc: An operation that no document has writes a moment without its time":
      {
        method: "GET",
        path: "/api/Gift/7",
        body: { list: [{ modifiedDateTimeUtc: "2025-03-01" }] },
        says: "`/list/0/modifiedDateTimeUtc` is text where an ISO 8601 UTC date-time is stated: it has no time.",
      },
    "GEN-02 /history/createDateTimeUtc: A moment beside what is documented is a number of seconds": {
      "/history": { createDateTimeUtc: 1_740_830_460 },
    },
  },
};
