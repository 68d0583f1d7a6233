import { token } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "issueToken", body: token }],
  fails: [{ what: "A refreshed token is answered with 201", blames: "CRM-20", status: 201 }],
};
