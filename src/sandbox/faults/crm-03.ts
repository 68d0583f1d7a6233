import { defineFault, type Fault } from "./fault.ts";
import { contactReads, individuals } from "./support/contacts.ts";
import { edit, editAll, pascalCase, respell } from "./support/edit.ts";
import { onSuccess } from "./support/wrappers.ts";

const months = ["January", "February", "March", "April", "May", "June", "July", "August"] as const;

const isEmpty = (list: unknown): boolean => Array.isArray(list) && list.length === 0;

export const faults: readonly Fault[] = [
  defineFault({
    id: "individual-ids-are-strings",
    fact: "CRM-03",
    grade: "gross",
    title: "The id of an individual is a string",
    wrap: onSuccess(contactReads, (body) => edit(body, `${individuals}/id`, String)),
  }),
  defineFault({
    id: "individuals-in-pascal-case",
    fact: "CRM-03",
    grade: "gross",
    title: "An individual's properties are spelt in PascalCase",
    wrap: onSuccess(contactReads, (body) => respell(body, individuals, pascalCase)),
  }),
  defineFault({
    id: "birth-months-by-name",
    fact: "CRM-03",
    grade: "structural",
    title: "birthMonth is the month's name",
    wrap: onSuccess("getContact", (body) =>
      edit(body, `${individuals}/birthMonth`, (month) => months[Number(month) - 1] ?? "December"),
    ),
  }),
  defineFault({
    id: "ages-have-fractions",
    fact: "CRM-03",
    grade: "structural",
    title: "approximateAge is not rounded",
    wrap: onSuccess("getContact", (body) =>
      edit(body, `${individuals}/approximateAge`, (age) => Number(age) + 0.4),
    ),
  }),
  defineFault({
    id: "middle-names-are-null-by-reference",
    fact: "CRM-03",
    grade: "structural",
    title: "middleName is null in the read by reference",
    wrap: onSuccess("getContactByReference", (body) => edit(body, `${individuals}/middleName`, () => null)),
  }),
  defineFault({
    id: "roles-of-the-second-individual-are-null",
    fact: "CRM-03",
    grade: "structural",
    title: "isDeceased is null from the second individual on",
    wrap: onSuccess(contactReads, (body) =>
      edit(body, "contactIndividuals", (list) =>
        Array.isArray(list)
          ? list.map((one: unknown, index) => (index === 0 ? one : edit(one, "isDeceased", () => null)))
          : list,
      ),
    ),
  }),
  defineFault({
    id: "individual-flags-are-words",
    fact: "CRM-03",
    grade: "structural",
    title: "isPrimary and isSecondary are the words Yes and No",
    wrap: onSuccess("getContactByReference", (body) =>
      editAll(body, [`${individuals}/isPrimary`, `${individuals}/isSecondary`], (flag) =>
        flag === true ? "Yes" : "No",
      ),
    ),
  }),
  defineFault({
    id: "no-contact-methods-are-null",
    fact: "CRM-03",
    grade: "behavioural",
    title: "contactMethods is null for an individual who has none",
    wrap: onSuccess("getContact", (body) =>
      edit(body, `${individuals}/contactMethods`, (list) => (isEmpty(list) ? null : list)),
    ),
  }),
];
