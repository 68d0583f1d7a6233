import { faultsOf } from "./fault.ts";
import { asArray, inPascalCase, renamed, respelled, sole } from "./support/edit.ts";
import { onBody, onField } from "./support/rows.ts";
import { contactReads } from "./support/names.ts";

const anniversary = ["anniversaryMonth", "anniversaryDay", "anniversaryYear"] as const;

export const faults = faultsOf("CRM-01", {
  gross: {
    "contact-ids-are-strings": ["The id of a contact is a string", onField(contactReads, "id", String)],
    "contacts-in-pascal-case": [
      "A contact's properties are spelt in PascalCase",
      onBody(contactReads, respelled("", inPascalCase)),
    ],
    "reference-contact-in-an-envelope": [
      "The read by reference wraps the contact in data",
      onBody("getContactByReference", (body) => ({ data: body })),
    ],
  },
  structural: {
    "contact-flag-is-a-number": ["isPrivate is 0 or 1", onField(contactReads, "isPrivate", Number)],
    "anniversaries-are-strings": [
      "The parts of an anniversary are strings where there is one",
      onField("getContact", anniversary, (part) => (part === null ? null : String(part))),
    ],
    "contact-type-is-a-code": [
      "contactType is the number of an enumeration",
      onField("getContactByReference", "contactType", 1),
    ],
    "reference-contact-without-informal-name-is-null": [
      "informalName is null in the read by reference",
      onField("getContactByReference", "informalName", null),
    ],
    "individuals-are-a-map": [
      "contactIndividuals is an object keyed by id",
      onField("getContact", "contactIndividuals", (list) => ({ ...asArray(list) })),
    ],
    "anniversary-day-in-snake-case": [
      "One property was added by another team: anniversary_day",
      onBody("getContact", renamed("anniversaryDay", "anniversary_day")),
    ],
  },
  behavioural: {
    "a-sole-individual-is-no-list": [
      "contactIndividuals is an array from two individuals on, and one object for one",
      onField("getContact", "contactIndividuals", sole),
    ],
  },
});
