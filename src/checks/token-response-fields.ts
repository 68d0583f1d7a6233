import { modelFields } from "./support/model-fields.ts";

export const tokenResponseFields = modelFields({
  id: "token-response-fields",
  fact: "CRM-16",
  interfaces: ["crm"],
  models: ["TokenResponse"],
  title: "A token answer has its eight fields with their types",
  why: "Every later request depends on these fields.",
});
