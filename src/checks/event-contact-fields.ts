import { modelFields } from "./support/model-fields.ts";

export const eventContactFields = modelFields({
  id: "event-contact-fields",
  fact: "CRM-07",
  interfaces: ["crm"],
  models: ["EventContact"],
  title: "An event contact has its documented fields and types",
  why: "Consumers show the organizer from this answer without a second read.",
});
