import { modelFields } from "./support/model-fields.ts";

export const reminderFields = modelFields({
  id: "reminder-fields",
  fact: "CRM-12",
  interfaces: ["crm"],
  models: ["Reminder"],
  title: "A reminder has its documented fields and types",
  // A note may do without a reminder (CRM-08), whether that is a null or a missing property.
  allows: ({ pointer, rule }) => pointer === "/reminder" && rule === "null",
  why: "Task lists use these flags to decide what a user may do.",
});
