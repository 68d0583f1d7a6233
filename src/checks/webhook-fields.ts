import { modelFields } from "./support/model-fields.ts";

export const webhookFields = modelFields({
  id: "webhook-fields",
  fact: "CRM-15",
  interfaces: ["crm"],
  models: ["Webhook"],
  title: "A webhook has its documented fields and 15 boolean flags",
  why: "A flag that is missing or not a boolean silently loses events.",
});
