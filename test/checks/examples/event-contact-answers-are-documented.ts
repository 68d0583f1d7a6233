import { eventContact } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "addEventContact", body: eventContact }],
  otherwise: [
    { assumes: "an individual has a name and a picture", changes: { "/firstName": "", "/avatarUrl": "" } },
  ],
  fails: [{ what: "What is added is answered with 201", blames: "CRM-24", status: 201 }],
};
