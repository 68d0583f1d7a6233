import { modelFields } from "./support/model-fields.ts";

export const dateTimesAreUtc = modelFields({
  id: "date-times-are-utc",
  fact: "GEN-02",
  interfaces: ["crm"],
  models: ["UtcDateTime"],
  alsoByName: { model: "UtcDateTime", format: "utc-date-time" },
  title: "CRM dates and times are ISO 8601 in UTC",
  why: "A time without a zone shifts by hours in every consumer outside the server's time zone.",
});
