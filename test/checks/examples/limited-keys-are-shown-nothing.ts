import { contact } from "../kit/crm-models.ts";
import type { ExchangeExample, PassiveExamples } from "../kit/example.ts";

const owner: ExchangeExample = {
  operation: "getContact",
  credential: "crm.credentials.apiKey",
  body: contact,
};

const refused = (message: string): ExchangeExample => ({
  operation: "getContact",
  credential: "crm.credentials.limitedApiKey",
  after: [owner],
  status: 403,
  body: { error: { code: "FORBIDDEN", message, details: [] } },
});

export const examples: PassiveExamples = {
  passes: [refused("The request for contact 1 is refused.")],
  fails: [
    {
      what: "The refusal names the contact",
      blames: "CRM-39",
      ...refused("Amara and Zoë Exemplar cannot be read."),
      pointer: "/error/message",
    },
  ],
};
