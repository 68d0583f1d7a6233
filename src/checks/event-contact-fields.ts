import { modelFields } from "./support/model-fields.ts";

export const eventContactFields = modelFields({
  id: "event-contact-fields",
  fact: "CRM-07",
  interfaces: ["crm"],
  models: ["EventContact"],
  title: "EventContact carries every listed field with its type",
  why: "Consumers show the organizer from this answer without a second read.",
});
