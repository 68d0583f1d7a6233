import { contact } from "../kit/crm-models.ts";
import { answeredBefore } from "../kit/answered-before.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "getContact", body: contact }],
  otherwise: [
    {
      assumes: "nobody adds a gift and removes it while a run reads",
      ...answeredBefore("getContact", "crm.credentials.apiKey", contact, {
        ...contact,
        lifeToDateGiving: "1900.51",
      }),
    },
    { assumes: "a contact has all its parts", changes: { "/contactIndividuals": [], "/address": undefined } },
  ],
  fails: [
    { what: "A contact that was read before is answered with 304", blames: "CRM-22", status: 304 },
    {
      what: "An error is answered with 200",
      blames: "CRM-22",
      body: { error: { code: "NOT_FOUND", message: "No.", details: [] } },
    },
  ],
};
