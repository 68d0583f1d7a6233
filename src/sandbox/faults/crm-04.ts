import { faultsOf } from "./fault.ts";
import { contactReads, methods } from "./support/contacts.ts";
import { edit, respell, snakeCase } from "./support/edit.ts";
import { onSuccess } from "./support/wrappers.ts";

const isPhone = (value: unknown): boolean => /^\+[\d ]+$/.test(String(value));

export const faults = faultsOf("CRM-04", {
  gross: {
    "contact-method-ids-are-strings": [
      "The id of a contact method is a string",
      onSuccess(contactReads, (body) => edit(body, `${methods}/id`, String)),
    ],
    "contact-methods-in-snake-case": [
      "A contact method's properties are spelt in snake_case",
      onSuccess(contactReads, (body) => respell(body, methods, snakeCase)),
    ],
  },
  structural: {
    "opt-in-is-a-letter": [
      "isOptedIn is Y or N",
      onSuccess("getContact", (body) =>
        edit(body, `${methods}/isOptedIn`, (flag) => (flag === true ? "Y" : "N")),
      ),
    ],
    "contact-method-types-are-objects": [
      "type is an object with the id and the name of the type",
      onSuccess("getContactByReference", (body) =>
        edit(body, `${methods}/type`, (name) => ({ id: 1, name })),
      ),
    ],
  },
  behavioural: {
    "phone-numbers-are-numbers": [
      "A value made of digits is written as a number",
      onSuccess(contactReads, (body) =>
        edit(body, `${methods}/value`, (value) =>
          isPhone(value) ? Number(String(value).replace(/\D/g, "")) : value,
        ),
      ),
    ],
    "other-contact-methods-have-null-for-false": [
      "isPrimary is true or null, as a sparse column has it",
      onSuccess(contactReads, (body) =>
        edit(body, `${methods}/isPrimary`, (flag) => (flag === true ? true : null)),
      ),
    ],
  },
});
