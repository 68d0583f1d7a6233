import type { ActiveExamples, Family } from "../../kit/example.ts";

const step = (kind: string, operation: string) => [
  `${kind}-of-${operation.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
];

const contact = { id: 1, name: "Ada", address: { city: "Delft" } };
const shownContact = { body: contact };
const movedContact = { body: { ...contact, name: "Grace", address: { city: "Leiden" } } };
const moreTypes = { body: ["Home Email", "Pager"] };
const otherContact = { body: { id: 61, name: "Edsger" } };
const types = { body: ["Home Email"] };
const typesMeanwhile = "23 at-once-of-list-contact-method-types: listContactMethodTypes at the same time";
const typesAfterwards = "24 at-once-of-list-contact-method-types: listContactMethodTypes once more";
const foreignContact = "foreign-of-get-contact: getContact of another organization";
const refusedContact = (key: string) => `getContact with ${key}, to be refused`;

const page = { body: { items: [] } };
const otherDonationReads = ["listProjects", "queryDonors", "getQueryOptions", "getQueryList"] as const;

const user = { body: { data: { id: 1, first_name: "Ada" } } };
const otherUser = { body: { data: { id: 43, first_name: "Edsger" } } };
const foreignUser = "foreign-of-get-user: getUser of another organization";
const foreignUserBeside = "16 at-once-of-get-user: getUser of another organization by its owner";
const userMeanwhile = "17 at-once-of-get-user: getUser at the same time";
const users = { body: { data: [], meta: { total: 0 } } };

export const active: Family<ActiveExamples> = {
  "crm-reads-over-time": {
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
        [`2 by-none-of-get-contact: ${refusedContact("no credential")}`]: 401,
        [`4 by-limitedapikey-of-get-contact: ${refusedContact("limitedApiKey")}`]: 403,
        [`6 by-revokedapikey-of-get-contact: ${refusedContact("revokedApiKey")}`]: 401,
        "8 stranger-of-get-contact: getContact with otherOrganizationApiKey, to be refused": 404,
        "10 unknown-of-get-contact: getContact of no record, to be refused": 404,
        getContact: shownContact,
        getWebhook: { body: { id: 1, active: true } },
        listContactMethodTypes: types,
        [`16 ${foreignContact} by its owner`]: otherContact,
        [`17 ${foreignContact} with main, to be refused`]: 404,
        [`18 ${foreignContact} with main once more, to be refused`]: 404,
      },
    },
    otherwise: {
      "nobody adds a type between two reads": {
        "15 read-of-list-contact-method-types: listContactMethodTypes once more": moreTypes,
      },
      "nobody adds a type while another read is under way": {
        [typesMeanwhile]: moreTypes,
        [typesAfterwards]: moreTypes,
      },
      "nobody changes a contact between two reads": {
        "3 by-none-of-get-contact: getContact once more": movedContact,
        "5 by-limitedapikey-of-get-contact: getContact once more": movedContact,
        "7 by-revokedapikey-of-get-contact: getContact once more": movedContact,
        "9 stranger-of-get-contact: getContact once more": movedContact,
        "11 unknown-of-get-contact: getContact once more": movedContact,
      },
    },
    fails: {
      "CRM-22: A contact is gone after an unknown one": {
        "11 unknown-of-get-contact: getContact once more": 404,
      },
      "CRM-25: A webhook can be read once": { "13 read-of-get-webhook: getWebhook once more": 404 },
      "CRM-23: A list of types is empty while a contact is read": { [typesMeanwhile]: { body: [] } },
      "CRM-23: The types are gone after a while": {
        "15 read-of-list-contact-method-types: listContactMethodTypes once more": 500,
      },
      "CRM-30: Nobody is let in after somebody": {
        [`2 by-none-of-get-contact: ${refusedContact("no credential")}`]: { status: 200, ...shownContact },
      },
      "CRM-39: A cache answers a key without the permission": {
        [`4 by-limitedapikey-of-get-contact: ${refusedContact("limitedApiKey")}`]: {
          status: 200,
          ...shownContact,
        },
      },
      "CRM-32: A cache answers a revoked key": {
        [`6 by-revokedapikey-of-get-contact: ${refusedContact("revokedApiKey")}`]: {
          status: 200,
          ...shownContact,
        },
      },
      "GEN-05: A cache answers another organization": {
        "8 stranger-of-get-contact: getContact with otherOrganizationApiKey, to be refused": {
          status: 200,
          ...shownContact,
        },
      },
      "GEN-05: Whoever asks twice for another organization's contact is shown it": {
        [`18 ${foreignContact} with main once more, to be refused`]: { status: 200, ...otherContact },
      },
    },
  },
  "donation-reads-over-time": {
    pass: {
      replay: JSON.stringify([
        step("by-none", "listDonors"),
        ...otherDonationReads.map((read) => step("read", read)),
      ]),
      answers: {
        "2 by-none-of-list-donors: listDonors with no credential, to be refused": 401,
        "*": page,
      },
    },
    otherwise: {
      "nobody adds a record between two reads": {
        "3 by-none-of-list-donors: listDonors once more": { body: { items: [{ id: 1 }], total: 1 } },
      },
      "a refusal for want of a token is 401": {
        "2 by-none-of-list-donors: listDonors with no credential, to be refused": 403,
      },
    },
    fails: {
      "DON-04: A list fails the second time": { "3 by-none-of-list-donors: listDonors once more": 400 },
      "DON-09: Projects fail the second time": { "5 read-of-list-projects: listProjects once more": 500 },
      "DON-10: A query fails the second time": { "7 read-of-query-donors: queryDonors once more": 404 },
      "DON-15: The options are gone the second time": {
        "9 read-of-get-query-options: getQueryOptions once more": 404,
      },
      "DON-16: The saved queries are gone the second time": {
        "11 read-of-get-query-list: getQueryList once more": 404,
      },
      "DON-21: Nobody is let in after somebody": {
        "2 by-none-of-list-donors: listDonors with no credential, to be refused": { status: 200, ...page },
      },
    },
  },
  "volunteer-reads-over-time": {
    pass: {
      replay: JSON.stringify([
        step("by-none", "getUser"),
        step("by-suspendedtoken", "getUser"),
        step("stranger", "getUser"),
        step("unknown", "getUser"),
        step("read", "listUsers"),
        step("foreign", "getUser"),
        step("at-once", "getUser"),
      ]),
      answers: {
        getUser: user,
        listUsers: users,
        "2 by-none-of-get-user: getUser with no credential, to be refused": 401,
        "4 by-suspendedtoken-of-get-user: getUser with suspendedToken, to be refused": 401,
        "6 stranger-of-get-user: getUser with otherOrganizationToken, to be refused": 404,
        "8 unknown-of-get-user: getUser of no record, to be refused": 404,
        [`12 ${foreignUser} by its owner`]: otherUser,
        [`13 ${foreignUser} with main, to be refused`]: 404,
        [`14 ${foreignUser} with main once more, to be refused`]: 404,
        [foreignUserBeside]: otherUser,
      },
    },
    otherwise: {
      "nobody changes a user between two reads": {
        "3 by-none-of-get-user: getUser once more": { body: { data: { id: 1, first_name: "Grace" } } },
      },
      "another organization's user is there": { [foreignUserBeside]: 404 },
      "nobody joins between two reads": {
        "11 read-of-list-users: listUsers once more": { body: { data: [{ id: 9 }], meta: { total: 1 } } },
      },
    },
    fails: {
      "VOL-02: An id that no record has shows the user before": {
        "8 unknown-of-get-user: getUser of no record, to be refused": { status: 200, ...user },
      },
      "VOL-02: Who asks at the same time as another organization gets its user": {
        [userMeanwhile]: { status: 200, ...otherUser },
      },
      "VOL-02: Another organization gets the user of who asks at the same time": {
        [foreignUserBeside]: { status: 200, ...user },
      },
      "VOL-01: The list fails the second time": { "11 read-of-list-users: listUsers once more": 500 },
      "VOL-08: Nobody is let in after somebody": {
        "2 by-none-of-get-user: getUser with no credential, to be refused": 200,
      },
      "VOL-09: A suspended account is let in after another one": {
        "4 by-suspendedtoken-of-get-user: getUser with suspendedToken, to be refused": 200,
      },
      "GEN-05: A cache answers another organization": {
        "6 stranger-of-get-user: getUser with otherOrganizationToken, to be refused": {
          status: 200,
          ...user,
        },
      },
      "GEN-05: Whoever asks for another organization's user is shown the user": {
        [`13 ${foreignUser} with main, to be refused`]: { status: 200, ...otherUser },
      },
    },
  },
};
