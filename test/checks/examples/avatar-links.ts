import { eventContact } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "addEventContact", body: eventContact }],
  otherwise: [
    { assumes: "everybody has a picture", isUnjudged: true, changes: { "/avatarUrl": "" } },
    {
      assumes: "a link ends with its path",
      changes: { "/avatarUrl": "http://sandbox.test/crm/api/ContactIndividual/1/Avatar?size=48" },
    },
  ],
  fails: [
    {
      what: "An event contact's avatar is that of its contact",
      blames: "CRM-14",
      changes: { "/avatarUrl": "http://sandbox.test/crm/api/Contact/1/Avatar" },
      pointer: "/avatarUrl",
    },
    {
      what: "An avatar's link leaves out the path of the base address",
      blames: "CRM-14",
      path: "/crm/api/Event/1/Contacts",
      changes: { "/avatarUrl": "https://crm.example.org/api/ContactIndividual/1/Avatar" },
      pointer: "/avatarUrl",
    },
    {
      what: "The avatar leads to another host than a link to what was asked",
      blames: "CRM-14",
      changes: { "/contactUrl": "https://crm.example.org/api/Contact/1" },
      pointer: "/avatarUrl",
    },
  ],
};
