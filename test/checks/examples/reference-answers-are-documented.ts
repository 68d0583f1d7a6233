import { contact } from "../kit/crm-models.ts";
import { answeredBefore } from "../kit/answered-before.ts";
import type { PassiveExamples } from "../kit/example.ts";

const withIndividuals = (...ids: readonly number[]) => ({
  ...contact,
  contactIndividuals: ids.map((id) => ({ ...contact.contactIndividuals[0], id })),
});

export const examples: PassiveExamples = {
  pass: { operation: "getContactByReference", body: contact },
  otherwise: {
    "nobody joins a household and leaves it while a run reads": answeredBefore(
      "getContactByReference",
      "crm.credentials.hmac",
      withIndividuals(1),
      withIndividuals(1, 2),
    ),
  },
  fails: { "CRM-21: A proxy answers 203": { status: 203 } },
};
