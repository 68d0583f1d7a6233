import { answeredBefore } from "../kit/answered-before.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "listContactMethodTypes", body: ["Home Email"] }],
  otherwise: [
    { assumes: "an organization has types", body: [] },
    {
      assumes: "nobody adds a type and removes it while a run reads",
      ...answeredBefore(
        "listContactMethodTypes",
        "crm.credentials.apiKey",
        ["Home Email"],
        ["Home Email", "Fax"],
      ),
    },
  ],
  fails: [{ what: "An empty list is answered with 204", blames: "CRM-23", status: 204 }],
};
