import { note } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [
    { operation: "replaceContactNote", body: note },
    // A page of the application, and a picture of somebody who is no contact.
    {
      operation: "replaceContactNote",
      body: note,
      changes: {
        "/createdByAvatarUrl": "https://pictures.example.net/7.png",
        "/reminder/contactViewUrl": "https://app.example.org/contacts/2",
      },
    },
  ],
  otherwise: [
    {
      assumes: "ids are numbers that a number here can hold",
      changes: {
        "/reminder/id": 9_007_199_254_740_992,
        "/reminder/completeUrl": "http://sandbox.test/crm/api/Reminder/Completed/9007199254740993",
        "/reminder/dismissUrl": "http://sandbox.test/crm/api/Reminder/Dismissed/9007199254740993",
      },
    },
    { assumes: "every note has a reminder", isUnjudged: true, changes: { "/reminder": undefined } },
  ],
  fails: [
    {
      what: "A reminder's links are those of the application's pages",
      blames: "CRM-13",
      changes: { "/reminder/completeUrl": "http://sandbox.test/crm/Reminder/Completed/1" },
      pointer: "/reminder/completeUrl",
    },
    {
      what: "dismissUrl leads to another host than the record's other links",
      blames: "CRM-13",
      changes: { "/reminder/dismissUrl": "https://elsewhere.example.org/crm/api/Reminder/Dismissed/1" },
      pointer: "/reminder/dismissUrl",
    },
  ],
};
