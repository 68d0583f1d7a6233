import { contact } from "../kit/crm-models.ts";
import { answeredBefore } from "../kit/answered-before.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: { operation: "getContact", body: contact },
  otherwise: {
    "nobody adds a gift and removes it while a run reads": answeredBefore(
      "getContact",
      "crm.credentials.apiKey",
      contact,
      {
        ...contact,
        lifeToDateGiving: "1900.51",
      },
    ),
    "a contact has all its parts": { "/contactIndividuals": [], "/address": undefined },
  },
  fails: {
    "CRM-22: A contact that was read before is answered with 304": { status: 304 },
    "CRM-22: An error is answered with 200": {
      body: { error: { code: "NOT_FOUND", message: "No.", details: [] } },
    },
  },
};
