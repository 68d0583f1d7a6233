import { misspeltFields } from "./support/misspelt-fields.ts";
import { modelFields } from "./support/model-fields.ts";
import { unseenFields } from "./support/unseen-fields.ts";

export const addressFields = modelFields({
  id: "address-fields",
  fact: "CRM-06",
  interfaces: ["crm"],
  models: ["Address"],
  title: "An address has its documented fields and types",
  why: "Consumers print mailing labels from these fields.",
  besides: (exchange, tools) => misspeltFields("Address", exchange, tools),
  sample: unseenFields("Address"),
});
