import { misspeltFields } from "./support/misspelt-fields.ts";
import { modelFields } from "./support/model-fields.ts";

export const contactIndividualFields = modelFields({
  id: "contact-individual-fields",
  fact: "CRM-03",
  interfaces: ["crm"],
  models: ["ContactIndividual"],
  title: "ContactIndividual fields have their stated types",
  why: "Individuals carry the names and birth dates that consumers merge people by.",
  besides: (exchange, tools) => misspeltFields("ContactIndividual", exchange, tools),
});
