import { misspeltFields } from "./support/misspelt-fields.ts";
import { modelFields } from "./support/model-fields.ts";

export const contactMethodFields = modelFields({
  id: "contact-method-fields",
  fact: "CRM-04",
  interfaces: ["crm"],
  models: ["ContactMethod"],
  title: "ContactMethod fields have their stated types",
  why: "Whether somebody may be written to hangs on isOptedIn being a boolean.",
  besides: (exchange, tools) => misspeltFields("ContactMethod", exchange, tools),
});
