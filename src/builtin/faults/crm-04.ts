import { faultsOf } from "./fault.ts";
import { flippedFlag, respelled, snakeCase } from "./support/edit.ts";
import { onBody, onField } from "./support/rows.ts";
import { contactReads, methods } from "./support/names.ts";

const isPhone = (value: unknown): boolean => /^\+[\d ]+$/.test(String(value));

export const faults = faultsOf("CRM-04", {
  gross: {
    "contact-method-ids-are-strings": [
      "The id of a contact method is a string",
      onField(contactReads, `${methods}/id`, String),
    ],
    "contact-methods-in-snake-case": [
      "A contact method's properties are spelt in snake_case",
      onBody(contactReads, respelled(methods, snakeCase)),
    ],
  },
  structural: {
    "opt-in-is-a-letter": [
      "isOptedIn is Y or N",
      onField("getContact", `${methods}/isOptedIn`, flippedFlag("Y", "N")),
    ],
    "contact-method-types-are-objects": [
      "type is an object with the id and the name of the type",
      onField("getContactByReference", `${methods}/type`, (name) => ({ id: 1, name })),
    ],
  },
  behavioural: {
    "phone-numbers-are-numbers": [
      "A value made of digits is written as a number",
      onField(contactReads, `${methods}/value`, (value) =>
        isPhone(value) ? Number(String(value).replace(/\D/g, "")) : value,
      ),
    ],
    "other-contact-methods-have-null-for-false": [
      "isPrimary is true or null, as a sparse column has it",
      onField(contactReads, `${methods}/isPrimary`, flippedFlag(true, null)),
    ],
  },
});
