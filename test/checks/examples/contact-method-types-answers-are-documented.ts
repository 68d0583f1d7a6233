import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "listContactMethodTypes", body: ["Home Email"] }],
  otherwise: [
    { assumes: "an organization has types", body: [] },
    {
      assumes: "nobody adds a type and removes it while a run reads",
      credential: "crm.credentials.apiKey",
      after: [["Home Email"], ["Home Email", "Fax"]].map((body) => ({
        operation: "listContactMethodTypes",
        credential: "crm.credentials.apiKey",
        body,
      })),
    },
  ],
  fails: [{ what: "An empty list is answered with 204", blames: "CRM-23", status: 204 }],
};
