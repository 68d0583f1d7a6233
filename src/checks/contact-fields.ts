import { modelFields } from "./support/model-fields.ts";

export const contactFields = modelFields({
  id: "contact-fields",
  fact: "CRM-01",
  interfaces: ["crm"],
  models: ["Contact"],
  title: "Contact fields have their stated types",
  why: "Generated types promise these fields; a null or another type breaks consumers at run time only.",
});
