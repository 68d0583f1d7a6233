import { modelFields } from "./support/model-fields.ts";

export const reminderFields = modelFields({
  id: "reminder-fields",
  fact: "CRM-12",
  interfaces: ["crm"],
  models: ["Reminder"],
  title: "Reminder carries every listed field with its type",
  // A note may do without a reminder (CRM-08), whether that is told by a null or by nothing.
  allows: ({ pointer, rule }) => pointer === "/reminder" && rule === "null",
  why: "Task lists decide by these flags what a user may do.",
});
