import type { ActiveExamples } from "../kit/example.ts";

const contact = { id: 1, name: "Ada", address: { city: "Delft" } };
const webhook = { id: 1, active: true };

export const examples: ActiveExamples = {
  passes: [
    {
      replay: JSON.stringify([
        ["read", "getContact"],
        ["by-none", "getContact"],
        ["by-limitedapikey", "getContact"],
        ["by-revokedapikey", "getContact"],
        ["stranger", "getContact"],
        ["unknown", "getContact"],
        ["read", "getContact"],
        ["read", "getContact"],
        ["read", "getWebhook"],
        ["read", "getWebhook"],
        ["read", "listContactMethodTypes"],
        ["read", "listContactMethodTypes"],
      ]),
      answers: {
        "1 read: getContact": { body: contact },
        "2 by-none: getContact with none, to be refused": { status: 401 },
        "3 by-limitedapikey: getContact with limitedApiKey, to be refused": { status: 403 },
        "4 by-revokedapikey: getContact with revokedApiKey, to be refused": { status: 401 },
        "5 stranger: getContact with otherOrganizationApiKey": { status: 404 },
        "6 unknown: getContact of no record": { status: 404 },
        "7 read: getContact": { body: contact },
        "8 read: getContact": { body: contact },
        "9 read: getWebhook": { body: webhook },
        "10 read: getWebhook": { body: webhook },
        "11 read: listContactMethodTypes": { body: ["Home Email"] },
        "12 read: listContactMethodTypes": { body: ["Home Email"] },
      },
    },
  ],
  fails: [
    {
      what: "A contact is gone when it is read again",
      blames: "CRM-22",
      answers: { "7 read: getContact": { status: 404 } },
    },
    {
      what: "One answer is of another contact",
      blames: "CRM-22",
      answers: { "7 read: getContact": { body: { ...contact, name: "Grace" } } },
      says: "getContact answers something else than the same read before and after",
    },
    {
      what: "A webhook can be read once",
      blames: "CRM-25",
      answers: { "10 read: getWebhook": { status: 404 } },
    },
    {
      what: "The types are gone after a while",
      blames: "CRM-23",
      answers: { "12 read: listContactMethodTypes": { status: 500 } },
    },
    {
      what: "Nobody is let in after somebody",
      blames: "CRM-30",
      answers: { "2 by-none: getContact with none, to be refused": { status: 200, body: contact } },
    },
    {
      what: "A cache answers a key without the permission",
      blames: "CRM-39",
      answers: {
        "3 by-limitedapikey: getContact with limitedApiKey, to be refused": { status: 200, body: contact },
      },
    },
    {
      what: "A cache answers a revoked key",
      blames: "CRM-32",
      answers: {
        "4 by-revokedapikey: getContact with revokedApiKey, to be refused": { status: 200, body: contact },
      },
    },
    {
      what: "A cache answers another organization",
      blames: "GEN-05",
      answers: { "5 stranger: getContact with otherOrganizationApiKey": { status: 200, body: contact } },
    },
  ],
};
