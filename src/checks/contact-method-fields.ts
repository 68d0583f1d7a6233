import { misspeltFields } from "./support/misspelt-fields.ts";
import { modelFields } from "./support/model-fields.ts";
import { unseenFields } from "./support/unseen-fields.ts";

export const contactMethodFields = modelFields({
  id: "contact-method-fields",
  fact: "CRM-04",
  interfaces: ["crm"],
  models: ["ContactMethod"],
  title: "A contact method has its documented fields and types",
  why: 'isOptedIn decides whether a person may be contacted; as text, "false" counts as true.',
  besides: (exchange, tools) => misspeltFields("ContactMethod", exchange, tools),
  sample: unseenFields("ContactMethod"),
});
