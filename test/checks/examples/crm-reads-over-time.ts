import type { ActiveExamples } from "../kit/example.ts";

const step = (kind: string, operation: string) => [
  `${kind}-of-${operation.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
];
const contact = { id: 1, name: "Ada", address: { city: "Delft" } };
const shown = { body: contact };
const moved = { body: { ...contact, name: "Grace", address: { city: "Leiden" } } };
const types = { body: ["Home Email"] };
const meanwhile = "23 at-once-of-list-contact-method-types: listContactMethodTypes at the same time";
const afterwards = "24 at-once-of-list-contact-method-types: listContactMethodTypes once more";
const foreign = "foreign-of-get-contact: getContact of another organization";
const refused = (key: string) => `getContact with ${key}, to be refused`;

export const examples: ActiveExamples = {
  pass: {
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
      step("at-once", "listContactMethodTypes"),
    ]),
    answers: {
      "1 by-none-of-get-contact: getContact": shown,
      [`2 by-none-of-get-contact: ${refused("none")}`]: 401,
      "3 by-none-of-get-contact: getContact once more": shown,
      [`4 by-limitedapikey-of-get-contact: ${refused("limitedApiKey")}`]: 403,
      "5 by-limitedapikey-of-get-contact: getContact once more": shown,
      [`6 by-revokedapikey-of-get-contact: ${refused("revokedApiKey")}`]: 401,
      "7 by-revokedapikey-of-get-contact: getContact once more": shown,
      "8 stranger-of-get-contact: getContact with otherOrganizationApiKey, to be refused": 404,
      "9 stranger-of-get-contact: getContact once more": shown,
      "10 unknown-of-get-contact: getContact of no record, to be refused": 404,
      "11 unknown-of-get-contact: getContact once more": shown,
      getWebhook: { body: { id: 1, active: true } },
      "14 read-of-list-contact-method-types: listContactMethodTypes": types,
      "15 read-of-list-contact-method-types: listContactMethodTypes once more": types,
      [`16 ${foreign} by its owner`]: { body: { id: 61, name: "Edsger" } },
      [`17 ${foreign} with main, to be refused`]: 404,
      [`18 ${foreign} with main once more, to be refused`]: 404,
      "21 at-once-of-list-contact-method-types: listContactMethodTypes": types,
      "22 at-once-of-list-contact-method-types: getContact beside it": shown,
      [meanwhile]: types,
      [afterwards]: types,
    },
  },
  otherwise: {
    "nobody adds a type between two reads": {
      "15 read-of-list-contact-method-types: listContactMethodTypes once more": {
        body: ["Home Email", "Pager"],
      },
    },
    "nobody adds a type while another read is under way": {
      [meanwhile]: { body: ["Home Email", "Pager"] },
      [afterwards]: { body: ["Home Email", "Pager"] },
    },
    "nobody changes a contact between two reads": {
      "3 by-none-of-get-contact: getContact once more": moved,
      "5 by-limitedapikey-of-get-contact: getContact once more": moved,
      "7 by-revokedapikey-of-get-contact: getContact once more": moved,
      "9 stranger-of-get-contact: getContact once more": moved,
      "11 unknown-of-get-contact: getContact once more": moved,
    },
  },
  fails: {
    "CRM-22: A contact is gone after an unknown one": {
      "11 unknown-of-get-contact: getContact once more": 404,
    },
    "CRM-25: A webhook can be read once": { "13 read-of-get-webhook: getWebhook once more": 404 },
    "CRM-23: A list of types is empty while a contact is read": { [meanwhile]: { body: [] } },
    "CRM-23: The types are gone after a while": {
      "15 read-of-list-contact-method-types: listContactMethodTypes once more": 500,
    },
    "CRM-30: Nobody is let in after somebody": {
      [`2 by-none-of-get-contact: ${refused("none")}`]: { status: 200, ...shown },
    },
    "CRM-39: A cache answers a key without the permission": {
      [`4 by-limitedapikey-of-get-contact: ${refused("limitedApiKey")}`]: { status: 200, ...shown },
    },
    "CRM-32: A cache answers a revoked key": {
      [`6 by-revokedapikey-of-get-contact: ${refused("revokedApiKey")}`]: { status: 200, ...shown },
    },
    "GEN-05: A cache answers another organization": {
      "8 stranger-of-get-contact: getContact with otherOrganizationApiKey, to be refused": {
        status: 200,
        ...shown,
      },
    },
    "GEN-05: Whoever asks twice for another organization's contact is shown it": {
      [`18 ${foreign} with main once more, to be refused`]: { status: 200, body: { id: 61, name: "Edsger" } },
    },
  },
};
