import { answeredBefore } from "../kit/answered-before.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: { operation: "listContactMethodTypes", body: ["Home Email"] },
  otherwise: {
    "an organization has types": { body: [] },
    "nobody adds a type and removes it while a run reads": answeredBefore(
      "listContactMethodTypes",
      "crm.credentials.apiKey",
      ["Home Email"],
      ["Home Email", "Fax"],
    ),
  },
  fails: { "CRM-23: An empty list is answered with 204": { status: 204 } },
};
