import { misspeltFields } from "./support/misspelt-fields.ts";
import { modelFields } from "./support/model-fields.ts";
import { unseenFields } from "./support/unseen-fields.ts";

export const contactIndividualFields = modelFields({
  id: "contact-individual-fields",
  fact: "CRM-03",
  interfaces: ["crm"],
  models: ["ContactIndividual"],
  title: "An individual of a contact has its documented fields and types",
  why: "Consumers merge people by these names and birth dates.",
  besides: (exchange, tools) => misspeltFields("ContactIndividual", exchange, tools),
  sample: unseenFields("ContactIndividual"),
});
