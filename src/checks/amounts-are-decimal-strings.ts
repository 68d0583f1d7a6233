import { modelFields } from "./support/model-fields.ts";

export const amountsAreDecimalStrings = modelFields({
  id: "amounts-are-decimal-strings",
  fact: "GEN-01",
  interfaces: ["crm"],
  models: ["DecimalString"],
  alsoByName: { model: "DecimalString", format: "decimal-string" },
  title: "CRM amounts are decimal strings",
  why: "A number or a localized amount loses cents or breaks the consumer's parser.",
});
