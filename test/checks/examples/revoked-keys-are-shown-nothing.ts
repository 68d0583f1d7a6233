import { contact } from "../kit/crm-models.ts";
import type { ExchangeExample, PassiveExamples } from "../kit/example.ts";

const owner: ExchangeExample = {
  operation: "getContact",
  credential: "crm.credentials.apiKey",
  body: contact,
};

const refused = (message: string): ExchangeExample => ({
  operation: "getContact",
  credential: "crm.credentials.revokedApiKey",
  after: [owner],
  status: 401,
  body: { error: { code: "UNAUTHENTICATED", message, details: [] } },
});

export const examples: PassiveExamples = {
  passes: [refused("The request for contact 1 is refused.")],
  fails: [
    {
      what: "The refusal names the contact",
      blames: "CRM-32",
      ...refused("Amara and Zoë Exemplar cannot be read."),
      pointer: "/error/message",
    },
  ],
};
