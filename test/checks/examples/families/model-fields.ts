import { contact, eventContact, note, token, webhook } from "../../kit/crm-models.ts";
import type { PassiveExamples, Family } from "../../kit/example.ts";

const without = { ...note, note: undefined, noteDate: null, important: false };

export const passive: Family<PassiveExamples> = {
  "amounts-are-decimal-strings": {
    pass: { operation: "getContact", body: contact },
    otherwise: {
      "amounts have two decimals": { "/lastGiftAmount": "60", "/giftAskAmount": "0.125" },
      "amounts are positive": { "/yearToDateGiving": "-12.50" },
    },
    fails: {
      "GEN-01: The serializer writes amounts as JSON numbers": { "/giftAskAmount": 20 },
      "GEN-01: lastGiftAmount is written in the server's locale": {
        "/lastGiftAmount": "0,00",
        says: "`/lastGiftAmount` is text where a decimal string is stated: it has a comma for the decimal point.",
      },
      "GEN-01 /household/lifeToDateGiving: An amount beside what is documented is a number": {
        "/household": { lifeToDateGiving: 12.5 },
        says: "`/household/lifeToDateGiving` is a number where a decimal string is stated.",
      },
    },
  },
  "date-times-are-utc": {
    pass: { operation: "addEventContact", body: eventContact },
    alsoPasses: [
      {
        interface: "crm",
        method: "GET",
        path: "/api/Gift/7",
        // `noteDate` is a date by its name, `giftDate` is documented nowhere, and null is another fact's.
        body: {
          createDateTimeUtc: "2025-03-01T12:01:00Z",
          noteDate: "2025-03-01",
          giftDate: "1 March",
          birthDate: null,
          lastGiftDate: { since: "x" },
        },
      },
    ],
    otherwise: {
      "moments are in whole seconds": { "/createDateTimeUtc": "2025-03-01T12:01:00.1234567Z" },
      "the machines of a server have one clock": { headers: { date: "Sat, 01 Mar 2025 11:57:00 GMT" } },
    },
    fails: {
      "GEN-02 /createDateTimeUtc: Local time is called UTC": {
        headers: { date: "Sat, 01 Mar 2025 11:01:00 GMT" },
      },
      "GEN-02: Every moment is serialized as a local one, without a zone": {
        "/createDateTimeUtc": "2025-03-01T12:01:00",
        says: "`/createDateTimeUtc` is text where an ISO 8601 UTC date-time is stated: it has no zone.",
      },
      "GEN-02 /list/0/modifiedDateTimeUtc: An operation that no document has writes a moment without its time":
        {
          method: "GET",
          path: "/api/Gift/7",
          body: { list: [{ modifiedDateTimeUtc: "2025-03-01" }] },
          says: "`/list/0/modifiedDateTimeUtc` is text where an ISO 8601 UTC date-time is stated: it has no time.",
        },
      "GEN-02 /history/createDateTimeUtc: A moment beside what is documented is a number of seconds": {
        "/history": { createDateTimeUtc: 1_740_830_460 },
      },
    },
  },
  "contact-fields": {
    pass: { operation: "getContact", body: contact },
    otherwise: {
      "every contact has a website": { "/website": null, "/maritalStatus": null },
      "every field is there": { "/informalName": undefined, "/anniversaryDay": undefined },
      "ids fit into 32 bits": { "/id": 1_099_511_627_776 },
      "types of contacts are a few known words": { "/contactType": "Trust" },
    },
    fails: {
      "CRM-01: isPrivate is 0 or 1": { "/isPrivate": 0 },
      "CRM-01 /id: A contact's properties are spelt in PascalCase": { "/id": undefined, "/Id": 1 },
    },
  },
  "contact-individual-fields": {
    pass: { operation: "getContact", body: contact },
    otherwise: {
      "every individual has a suffix": { "/contactIndividuals/0/suffix": null },
      "every field is there": { "/contactIndividuals/0/birthDate": undefined },
      "genders are two words": { "/contactIndividuals/0/gender": "Nonbinary" },
      "ids fit into 32 bits": { "/contactIndividuals/0/id": 1_099_511_627_776 },
    },
    fails: {
      "CRM-03 /contactIndividuals/0/id: An individual's properties are spelt in PascalCase": {
        "/contactIndividuals/0/id": undefined,
        "/contactIndividuals/0/Id": 1,
      },
      "CRM-03: The id of an individual is a string": { "/contactIndividuals/0/id": "1" },
    },
  },
  "contact-method-fields": {
    pass: { operation: "getContact", body: contact },
    otherwise: {
      "everybody can be reached": { isUnjudged: true, "/contactIndividuals/0/contactMethods": [] },
      "types are those of the examples": { "/contactIndividuals/0/contactMethods/0/type": "Ham Radio" },
    },
    fails: {
      "CRM-04: isOptedIn is Y or N": { "/contactIndividuals/0/contactMethods/0/isOptedIn": "Y" },
      "CRM-04 /contactIndividuals/0/contactMethods/0/isOptedIn: A contact method's properties are spelt in snake_case":
        {
          "/contactIndividuals/0/contactMethods/0/isOptedIn": undefined,
          "/contactIndividuals/0/contactMethods/0/is_opted_in": true,
        },
    },
  },
  "address-fields": {
    pass: { operation: "getContact", body: contact },
    otherwise: {
      "an address has a second line": { "/address/address2": null },
      "ids fit into 32 bits": { "/address/id": 1_099_511_627_776 },
      "labels are a few known words": { "/address/label": "Cottage by the sea" },
    },
    fails: {
      "CRM-06: postal is a number and loses its zeros": { "/address/postal": 5001 },
      "CRM-06 /address/address1: The lines of an address are called address_1 and address_2": {
        "/address/address1": undefined,
        "/address/address_1": "1 Sample Street",
      },
    },
  },
  "event-contact-fields": {
    pass: { operation: "addEventContact", body: eventContact },
    otherwise: {
      "everybody can be reached": { "/primaryPhone": "", "/primaryEmail": "" },
      "ids fit into 32 bits": { "/id": 1_099_511_627_776 },
    },
    fails: {
      "CRM-07: eventContactUrl is missing": { "/eventContactUrl": undefined },
      "CRM-07: contactId of an event contact is a string": { "/contactId": "1" },
    },
  },
  "contact-note-fields": {
    pass: { operation: "replaceContactNote", body: note },
    otherwise: {
      "what a replacement has left out is there": { requestBody: {}, body: without },
      "what a replacement has sent without a value is there": { requestBody: { note: null }, body: without },
      "what a replacement has emptied is there": { requestBody: { note: "" }, body: without },
    },
    fails: {
      "CRM-08: createdByAvatarUrl is missing": { "/createdByAvatarUrl": undefined },
      "CRM-08: The ids of a note and its contact are strings": { "/id": "1" },
      "CRM-08: A flag that was sent as false is missing": {
        requestBody: { important: false },
        "/important": undefined,
      },
    },
  },
  "reminder-fields": {
    pass: { operation: "replaceContactNote", body: note },
    otherwise: {
      "every note has a reminder": { "/reminder": null },
      "kinds and states are those of the examples": {
        "/reminder/reminderType": "Call",
        "/reminder/taskStatus": "Done",
      },
    },
    fails: {
      "CRM-12: owner is missing": { "/reminder/owner": undefined },
      "CRM-12: reminder is an array of reminders": { "/reminder": [] },
    },
  },
  "webhook-fields": {
    pass: { operation: "getWebhook", body: webhook },
    otherwise: {
      "a webhook is active": { "/active": false, "/giftCreate": false },
      "ids fit into 32 bits": { "/id": 1_099_511_627_776 },
    },
    fails: {
      "CRM-15: A webhook's flags are 0 or 1": { "/contactCreate": 1 },
      "CRM-15: eventDelete, the flag that came last, is missing": { "/eventDelete": undefined },
    },
  },
  "token-response-fields": {
    pass: { operation: "issueToken", body: token },
    otherwise: {
      "the account has one factor": { "/twoFactorEnabled": "True" },
      "names of accounts are addresses": { "/userName": "Robin" },
    },
    fails: {
      "CRM-16: .issued and .expires are ISO 8601": { "/.issued": "2026-02-28T12:01:00.000Z" },
      "CRM-16: A serializer that takes no dots calls them issued and expires": { "/.issued": undefined },
    },
  },
  "user-page-fields": {
    pass: {
      operation: "listUsers",
      body: { data: [], meta: { total: 43 } },
    },
    otherwise: {
      "meta has more than a total": { "/meta": { total: 0 } },
      "users are below data": { "/data": undefined, "/users": [] },
    },
    fails: {
      "VOL-01: The list of users is an array": { body: [] },
      "VOL-01: The total of users stands beside them, without meta": { "/meta": undefined },
    },
  },
};
