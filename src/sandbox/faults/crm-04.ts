import { defineFault, type Fault } from "./fault.ts";
import { contactReads, methods } from "./support/contacts.ts";
import { edit, respell, snakeCase } from "./support/edit.ts";
import { onSuccess } from "./support/wrappers.ts";

const isPhone = (value: unknown): boolean => /^\+[\d ]+$/.test(String(value));

export const faults: readonly Fault[] = [
  defineFault({
    id: "contact-method-ids-are-strings",
    fact: "CRM-04",
    grade: "gross",
    title: "The id of a contact method is a string",
    wrap: onSuccess(contactReads, (body) => edit(body, `${methods}/id`, String)),
  }),
  defineFault({
    id: "contact-methods-in-snake-case",
    fact: "CRM-04",
    grade: "gross",
    title: "A contact method's properties are spelt in snake_case",
    wrap: onSuccess(contactReads, (body) => respell(body, methods, snakeCase)),
  }),
  defineFault({
    id: "opt-in-is-a-letter",
    fact: "CRM-04",
    grade: "structural",
    title: "isOptedIn is Y or N",
    wrap: onSuccess("getContact", (body) =>
      edit(body, `${methods}/isOptedIn`, (flag) => (flag === true ? "Y" : "N")),
    ),
  }),
  defineFault({
    id: "contact-method-types-are-objects",
    fact: "CRM-04",
    grade: "structural",
    title: "type is an object with the id and the name of the type",
    wrap: onSuccess("getContactByReference", (body) =>
      edit(body, `${methods}/type`, (name) => ({ id: 1, name })),
    ),
  }),
  defineFault({
    id: "phone-numbers-are-numbers",
    fact: "CRM-04",
    grade: "behavioural",
    title: "A value made of digits is written as a number",
    wrap: onSuccess(contactReads, (body) =>
      edit(body, `${methods}/value`, (value) =>
        isPhone(value) ? Number(String(value).replace(/\D/g, "")) : value,
      ),
    ),
  }),
  defineFault({
    id: "other-contact-methods-have-null-for-false",
    fact: "CRM-04",
    grade: "behavioural",
    title: "isPrimary is true or null, as a sparse column has it",
    wrap: onSuccess(contactReads, (body) =>
      edit(body, `${methods}/isPrimary`, (flag) => (flag === true ? true : null)),
    ),
  }),
];
