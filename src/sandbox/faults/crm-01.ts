import { faultsOf } from "./fault.ts";
import { contactReads } from "./support/contacts.ts";
import { edit, editAll, pascalCase, respell } from "./support/edit.ts";
import { onSuccess } from "./support/wrappers.ts";

const anniversary = ["anniversaryMonth", "anniversaryDay", "anniversaryYear"] as const;

/** As converters from XML do: one entry is no list. */
const sole = (list: unknown): unknown =>
  Array.isArray(list) && list.length === 1 ? (list[0] as unknown) : list;

export const faults = faultsOf("CRM-01", {
  gross: {
    "contact-ids-are-strings": [
      "The id of a contact is a string",
      onSuccess(contactReads, (body) => edit(body, "id", String)),
    ],
    "contacts-in-pascal-case": [
      "A contact's properties are spelt in PascalCase",
      onSuccess(contactReads, (body) => respell(body, "", pascalCase)),
    ],
    "reference-contact-in-an-envelope": [
      "The read by reference wraps the contact in data",
      onSuccess("getContactByReference", (body) => ({ data: body })),
    ],
  },
  structural: {
    "contact-flag-is-a-number": [
      "isPrivate is 0 or 1",
      onSuccess(contactReads, (body) => edit(body, "isPrivate", Number)),
    ],
    "anniversaries-are-strings": [
      "The parts of an anniversary are strings where there is one",
      onSuccess("getContact", (body) =>
        editAll(body, anniversary, (part) => (part === null ? null : String(part))),
      ),
    ],
    "contact-type-is-a-code": [
      "contactType is the number of an enumeration",
      onSuccess("getContactByReference", (body) => edit(body, "contactType", () => 1)),
    ],
    "reference-contact-without-informal-name-is-null": [
      "informalName is null in the read by reference",
      onSuccess("getContactByReference", (body) => edit(body, "informalName", () => null)),
    ],
    "individuals-are-a-map": [
      "contactIndividuals is an object keyed by id",
      onSuccess("getContact", (body) =>
        edit(body, "contactIndividuals", (list) =>
          Object.fromEntries(
            (Array.isArray(list) ? list : []).map((one: unknown, index) => [String(index), one]),
          ),
        ),
      ),
    ],
    "anniversary-day-in-snake-case": [
      "One property was added by another team: anniversary_day",
      onSuccess("getContact", (body) =>
        respell(body, "", (name) => (name === "anniversaryDay" ? "anniversary_day" : name)),
      ),
    ],
  },
  behavioural: {
    "a-sole-individual-is-no-list": [
      "contactIndividuals is an array from two individuals on, and one object for one",
      onSuccess("getContact", (body) => edit(body, "contactIndividuals", sole)),
    ],
  },
});
