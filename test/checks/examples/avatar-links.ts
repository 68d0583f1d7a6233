import { eventContact } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: { operation: "addEventContact", body: eventContact },
  otherwise: {
    "ids are above zero": {
      "/contactId": -5,
      requestBody: { contactIndividualId: -7 },
      "/avatarUrl": "http://sandbox.test/crm/api/ContactIndividual/-7/Avatar",
    },
    "ids are numbers that a number here can hold": {
      requestBody: { contactIndividualId: 9_007_199_254_740_992 },
      "/avatarUrl": "http://sandbox.test/crm/api/ContactIndividual/9007199254740993/Avatar",
    },
    "everybody has a picture": { isUnjudged: true, "/avatarUrl": "" },
    "a link ends with its path": {
      "/avatarUrl": "http://sandbox.test/crm/api/ContactIndividual/1/Avatar?size=48",
    },
  },
  fails: {
    "CRM-14: An avatar is that of an individual with another sign": {
      requestBody: { contactIndividualId: 7 },
      "/avatarUrl": "http://sandbox.test/crm/api/ContactIndividual/-7/Avatar",
    },
    "CRM-14: An event contact's avatar is that of its contact": {
      "/avatarUrl": "http://sandbox.test/crm/api/Contact/1/Avatar",
    },
    "CRM-14: An avatar's link leaves out the path of the base address": {
      path: "/crm/api/Event/1/Contacts",
      "/avatarUrl": "https://crm.example.org/api/ContactIndividual/1/Avatar",
    },
    "CRM-14 /avatarUrl: The avatar alone has the scheme of a gateway": {
      path: "/crm/api/Event/1/Contacts",
      "/avatarUrl": "http://crm.example.org/crm/api/ContactIndividual/1/Avatar",
      "/contactUrl": "https://crm.example.org/crm/api/Contact/1",
    },
    "CRM-14 /avatarUrl: The avatar leads to another host than a link to what was asked": {
      "/contactUrl": "https://crm.example.org/api/Contact/1",
    },
  },
};
