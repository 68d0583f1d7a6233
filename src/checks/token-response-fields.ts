import { modelFields } from "./support/model-fields.ts";

export const tokenResponseFields = modelFields({
  id: "token-response-fields",
  fact: "CRM-16",
  interfaces: ["crm"],
  models: ["TokenResponse"],
  title: "A token answer carries its eight fields with their types",
  why: "Every later request depends on what is read here.",
});
