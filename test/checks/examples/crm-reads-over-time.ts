import type { ActiveExamples } from "../kit/example.ts";

const step = (kind: string, operation: string) => [
  `${kind}-of-${operation.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
];
const contact = { id: 1, name: "Ada", address: { city: "Delft" } };
const shown = { body: contact };
const moved = { body: { ...contact, name: "Grace", address: { city: "Leiden" } } };
const types = { body: ["Home Email"] };
const foreign = "foreign-of-get-contact: getContact of another organization";
const refused = (key: string) => `getContact with ${key}, to be refused`;

export const examples: ActiveExamples = {
  passes: [
    {
      replay: JSON.stringify([
        step("by-none", "getContact"),
        step("by-limitedapikey", "getContact"),
        step("by-revokedapikey", "getContact"),
        step("stranger", "getContact"),
        step("unknown", "getContact"),
        step("read", "getWebhook"),
        step("read", "listContactMethodTypes"),
        step("foreign", "getContact"),
        step("read", "getWebhook"),
      ]),
      answers: {
        "1 by-none-of-get-contact: getContact": shown,
        [`2 by-none-of-get-contact: ${refused("none")}`]: { status: 401 },
        "3 by-none-of-get-contact: getContact once more": shown,
        [`4 by-limitedapikey-of-get-contact: ${refused("limitedApiKey")}`]: { status: 403 },
        "5 by-limitedapikey-of-get-contact: getContact once more": shown,
        [`6 by-revokedapikey-of-get-contact: ${refused("revokedApiKey")}`]: { status: 401 },
        "7 by-revokedapikey-of-get-contact: getContact once more": shown,
        "8 stranger-of-get-contact: getContact with otherOrganizationApiKey, to be refused": { status: 404 },
        "9 stranger-of-get-contact: getContact once more": shown,
        "10 unknown-of-get-contact: getContact of no record, to be refused": { status: 404 },
        "11 unknown-of-get-contact: getContact once more": shown,
        getWebhook: { body: { id: 1, active: true } },
        "14 read-of-list-contact-method-types: listContactMethodTypes": types,
        "15 read-of-list-contact-method-types: listContactMethodTypes once more": types,
        [`16 ${foreign} by its owner`]: { body: { id: 61, name: "Edsger" } },
        [`17 ${foreign} with main, to be refused`]: { status: 404 },
        [`18 ${foreign} with main once more, to be refused`]: { status: 404 },
      },
    },
  ],
  otherwise: [
    {
      assumes: "nobody adds a type between two reads",
      answers: {
        "15 read-of-list-contact-method-types: listContactMethodTypes once more": {
          body: ["Home Email", "Pager"],
        },
      },
    },
    {
      assumes: "nobody changes a contact between two reads",
      answers: {
        "3 by-none-of-get-contact: getContact once more": moved,
        "5 by-limitedapikey-of-get-contact: getContact once more": moved,
        "7 by-revokedapikey-of-get-contact: getContact once more": moved,
        "9 stranger-of-get-contact: getContact once more": moved,
        "11 unknown-of-get-contact: getContact once more": moved,
      },
    },
  ],
  fails: [
    {
      what: "A contact is gone after an unknown one",
      blames: "CRM-22",
      answers: { "11 unknown-of-get-contact: getContact once more": { status: 404 } },
    },
    {
      what: "One answer is of another contact",
      blames: "CRM-22",
      answers: {
        "5 by-limitedapikey-of-get-contact: getContact once more": { body: { ...contact, name: "Grace" } },
      },
      says: "getContact answers something else than the same read before and after",
    },
    {
      what: "A webhook can be read once",
      blames: "CRM-25",
      answers: { "13 read-of-get-webhook: getWebhook once more": { status: 404 } },
    },
    {
      what: "The types are gone after a while",
      blames: "CRM-23",
      answers: { "15 read-of-list-contact-method-types: listContactMethodTypes once more": { status: 500 } },
    },
    {
      what: "Nobody is let in after somebody",
      blames: "CRM-30",
      answers: { [`2 by-none-of-get-contact: ${refused("none")}`]: { status: 200, ...shown } },
    },
    {
      what: "A cache answers a key without the permission",
      blames: "CRM-39",
      answers: {
        [`4 by-limitedapikey-of-get-contact: ${refused("limitedApiKey")}`]: { status: 200, ...shown },
      },
    },
    {
      what: "A cache answers a revoked key",
      blames: "CRM-32",
      answers: {
        [`6 by-revokedapikey-of-get-contact: ${refused("revokedApiKey")}`]: { status: 200, ...shown },
      },
    },
    {
      what: "A cache answers another organization",
      blames: "GEN-05",
      answers: {
        "8 stranger-of-get-contact: getContact with otherOrganizationApiKey, to be refused": {
          status: 200,
          ...shown,
        },
      },
    },
    {
      what: "Whoever asks twice for another organization's contact is shown it",
      blames: "GEN-05",
      answers: {
        [`18 ${foreign} with main once more, to be refused`]: {
          status: 200,
          body: { id: 61, name: "Edsger" },
        },
      },
    },
  ],
};
