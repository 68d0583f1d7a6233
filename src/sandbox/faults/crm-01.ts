import { defineFault, type Fault } from "./fault.ts";
import { contactReads } from "./support/contacts.ts";
import { edit, editAll, pascalCase, respell } from "./support/edit.ts";
import { onSuccess } from "./support/wrappers.ts";

const anniversary = ["anniversaryMonth", "anniversaryDay", "anniversaryYear"] as const;

/** As converters from XML do: one entry is no list. */
const sole = (list: unknown): unknown =>
  Array.isArray(list) && list.length === 1 ? (list[0] as unknown) : list;

export const faults: readonly Fault[] = [
  defineFault({
    id: "contact-ids-are-strings",
    fact: "CRM-01",
    grade: "gross",
    title: "The id of a contact is a string",
    wrap: onSuccess(contactReads, (body) => edit(body, "id", String)),
  }),
  defineFault({
    id: "contacts-in-pascal-case",
    fact: "CRM-01",
    grade: "gross",
    title: "A contact's properties are spelt in PascalCase",
    wrap: onSuccess(contactReads, (body) => respell(body, "", pascalCase)),
  }),
  defineFault({
    id: "reference-contact-in-an-envelope",
    fact: "CRM-01",
    grade: "gross",
    title: "The read by reference wraps the contact in data",
    wrap: onSuccess("getContactByReference", (body) => ({ data: body })),
  }),
  defineFault({
    id: "contact-flag-is-a-number",
    fact: "CRM-01",
    grade: "structural",
    title: "isPrivate is 0 or 1",
    wrap: onSuccess(contactReads, (body) => edit(body, "isPrivate", Number)),
  }),
  defineFault({
    id: "anniversaries-are-strings",
    fact: "CRM-01",
    grade: "structural",
    title: "The parts of an anniversary are strings where there is one",
    wrap: onSuccess("getContact", (body) =>
      editAll(body, anniversary, (part) => (part === null ? null : String(part))),
    ),
  }),
  defineFault({
    id: "contact-type-is-a-code",
    fact: "CRM-01",
    grade: "structural",
    title: "contactType is the number of an enumeration",
    wrap: onSuccess("getContactByReference", (body) => edit(body, "contactType", () => 1)),
  }),
  defineFault({
    id: "reference-contact-without-informal-name-is-null",
    fact: "CRM-01",
    grade: "structural",
    title: "informalName is null in the read by reference",
    wrap: onSuccess("getContactByReference", (body) => edit(body, "informalName", () => null)),
  }),
  defineFault({
    id: "individuals-are-a-map",
    fact: "CRM-01",
    grade: "structural",
    title: "contactIndividuals is an object keyed by id",
    wrap: onSuccess("getContact", (body) =>
      edit(body, "contactIndividuals", (list) =>
        Object.fromEntries(
          (Array.isArray(list) ? list : []).map((one: unknown, index) => [String(index), one]),
        ),
      ),
    ),
  }),
  defineFault({
    id: "anniversary-day-in-snake-case",
    fact: "CRM-01",
    grade: "structural",
    title: "One property was added by another team: anniversary_day",
    wrap: onSuccess("getContact", (body) =>
      respell(body, "", (name) => (name === "anniversaryDay" ? "anniversary_day" : name)),
    ),
  }),
  defineFault({
    id: "a-sole-individual-is-no-list",
    fact: "CRM-01",
    grade: "behavioural",
    title: "contactIndividuals is an array from two individuals on, and one object for one",
    wrap: onSuccess("getContact", (body) => edit(body, "contactIndividuals", sole)),
  }),
];
