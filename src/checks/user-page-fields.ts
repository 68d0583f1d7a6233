import { modelFields } from "./support/model-fields.ts";

export const userPageFields = modelFields({
  id: "user-page-fields",
  fact: "VOL-01",
  interfaces: ["volunteer"],
  models: ["UserPage"],
  title: "A list of users has an integer meta.total",
  why: "Consumers compute the number of pages from it.",
});
