import { modelFields } from "./support/model-fields.ts";

export const reminderFields = modelFields({
  id: "reminder-fields",
  fact: "CRM-12",
  interfaces: ["crm"],
  models: ["Reminder"],
  title: "Reminder carries every listed field with its type",
  why: "Task lists decide by these flags what a user may do.",
});
