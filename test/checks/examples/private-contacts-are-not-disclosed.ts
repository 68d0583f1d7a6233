import { contact } from "../kit/crm-models.ts";
import type { ExchangeExample, PassiveExamples } from "../kit/example.ts";

const hidden = { ...contact, id: 2, isPrivate: true };
const owner: ExchangeExample = {
  operation: "getContact",
  path: "/api/Contact/2",
  credential: "crm.credentials.apiKey",
  body: hidden,
};
const ordinary = {
  id: 1,
  isPrivate: false,
  name: "Bennett Family Foundation",
  informalName: "The Bennetts",
  website: hidden.website,
  address: { ...contact.address, id: 2, address1: "2 Other Road", city: "Elsewhere" },
};

const refused = (message: string): ExchangeExample => ({
  operation: "getContact",
  path: "/api/Contact/2",
  credential: "crm.credentials.noPrivateApiKey",
  after: [
    owner,
    { operation: "getContact", credential: "crm.credentials.apiKey", body: ordinary },
    {
      operation: "getContact",
      path: "/api/Contact/7",
      credential: "crm.credentials.noPrivateApiKey",
      status: 404,
      body: { error: { code: "NOT_FOUND", message: "There is no contact 7.", details: [] } },
    },
  ],
  status: 404,
  body: { error: { code: "NOT_FOUND", message, details: [] } },
});

export const examples: PassiveExamples = {
  pass: refused("There is no contact 2."),
  otherwise: { "a private contact has nothing in common with others": refused(`See ${ordinary.website}`) },
  fails: {
    "CRM-02 /error/message: The refusal names the private contact": refused("Amara & Zoë is private."),
    "CRM-02: An ordinary contact holds the address of the private one": {
      operation: "getContact",
      path: "/api/Contact/1",
      credential: "crm.credentials.noPrivateApiKey",
      after: [owner, { operation: "getContact", credential: "crm.credentials.apiKey", body: ordinary }],
      status: 200,
      body: { ...ordinary, address: hidden.address },
    },
  },
};
