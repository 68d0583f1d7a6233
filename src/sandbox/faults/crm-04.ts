import { faultsOf } from "./fault.ts";
import { either, respelled, snakeCase } from "./support/edit.ts";
import { onBody, onField } from "./support/rows.ts";
import { contactReads, methods } from "./support/names.ts";

const isPhone = (value: unknown): boolean => /^\+[\d ]+$/.test(String(value));

export const faults = faultsOf("CRM-04", {
  gross: {
    "contact-method-ids-are-strings": onField(contactReads, `${methods}/id`, String),
    "contact-methods-in-snake-case": onBody(contactReads, respelled(methods, snakeCase)),
  },
  structural: {
    "opt-in-is-a-letter": [
      "isOptedIn is Y or N",
      onField("getContact", `${methods}/isOptedIn`, either("Y", "N")),
    ],
    "contact-method-types-are-objects": onField("getContactByReference", `${methods}/type`, (name) => ({
      id: 1,
      name,
    })),
  },
  behavioural: {
    "phone-numbers-are-numbers": onField(contactReads, `${methods}/value`, (value) =>
      isPhone(value) ? Number(String(value).replace(/\D/g, "")) : value,
    ),
    "other-contact-methods-have-null-for-false": [
      "isPrimary is true or null, as a sparse column has it",
      onField(contactReads, `${methods}/isPrimary`, either(true, null)),
    ],
  },
});
