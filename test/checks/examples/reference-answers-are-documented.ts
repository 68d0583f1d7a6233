import { contact } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "getContactByReference", body: contact }],
  otherwise: [
    {
      assumes: "nobody joins a household and leaves it while a run reads",
      credential: "crm.credentials.hmac",
      after: [1, 2].map((count) => ({
        operation: "getContactByReference",
        credential: "crm.credentials.hmac",
        body: {
          ...contact,
          contactIndividuals: [1, 2].slice(0, count).map((id) => ({ ...contact.contactIndividuals[0], id })),
        },
      })),
    },
  ],
  fails: [{ what: "A proxy answers 203", blames: "CRM-21", status: 203 }],
};
