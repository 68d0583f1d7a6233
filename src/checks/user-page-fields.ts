import { modelFields } from "./support/model-fields.ts";

export const userPageFields = modelFields({
  id: "user-page-fields",
  fact: "VOL-01",
  interfaces: ["volunteer"],
  models: ["UserPage"],
  title: "A list of users carries meta.total as an integer",
  why: "Consumers page by meta.total.",
});
