import { eventContact } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: { operation: "addEventContact", body: eventContact },
  otherwise: { "an individual has a name and a picture": { "/firstName": "", "/avatarUrl": "" } },
  fails: { "CRM-24: What is added is answered with 201": { status: 201 } },
};
