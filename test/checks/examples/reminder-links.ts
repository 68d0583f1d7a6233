import { note } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: { operation: "replaceContactNote", body: note },
  alsoPasses: [
    // A gateway in front has another name and scheme.
    {
      operation: "replaceContactNote",
      body: note,
      "/reminder/completeUrl": "https://gateway.example.net/crm/api/Reminder/Completed/1",
      "/reminder/dismissUrl": "https://gateway.example.net/crm/api/Reminder/Dismissed/1",
      "/reminder/contactAvatarUrl": "https://gateway.example.net/crm/api/ContactIndividual/1/Avatar",
    },
    // A page of the application, and a picture of somebody who is no contact.
    {
      operation: "replaceContactNote",
      body: note,
      "/createdByAvatarUrl": "https://pictures.example.net/7.png",
      "/reminder/contactViewUrl": "https://app.example.org/contacts/2",
    },
  ],
  otherwise: {
    "ids are numbers that a number here can hold": {
      "/reminder/id": 9_007_199_254_740_992,
      "/reminder/completeUrl": "http://sandbox.test/crm/api/Reminder/Completed/9007199254740993",
      "/reminder/dismissUrl": "http://sandbox.test/crm/api/Reminder/Dismissed/9007199254740993",
    },
    "ids are above zero": {
      "/reminder/id": -17,
      "/reminder/completeUrl": "http://sandbox.test/crm/api/Reminder/Completed/-17",
      "/reminder/dismissUrl": "http://sandbox.test/crm/api/Reminder/Dismissed/-17",
    },
    "zero is no id": {
      "/reminder/id": 0,
      "/reminder/completeUrl": "http://sandbox.test/crm/api/Reminder/Completed/0",
      "/reminder/dismissUrl": "http://sandbox.test/crm/api/Reminder/Dismissed/0",
    },
    "every note has a reminder": { isUnjudged: true, "/reminder": undefined },
  },
  fails: {
    "CRM-13: A link leads to the reminder with the same digits and another sign": {
      "/reminder/completeUrl": "http://sandbox.test/crm/api/Reminder/Completed/-1",
    },
    "CRM-13: A reminder's links are those of the application's pages": {
      "/reminder/completeUrl": "http://sandbox.test/crm/Reminder/Completed/1",
    },
    "CRM-13 /reminder/dismissUrl: A gateway rewrites one of two links": {
      "/reminder/dismissUrl": "https://sandbox.test/crm/api/Reminder/Dismissed/1",
    },
    "CRM-13: dismissUrl leads to another host than the record's other links": {
      "/reminder/dismissUrl": "https://elsewhere.example.org/crm/api/Reminder/Dismissed/1",
    },
  },
};
