import { faultsOf } from "./fault.ts";
import { asOther } from "./support/credentials.ts";
import { contactReads, methods } from "./support/names.ts";
import { lowerCase, turned } from "./support/edit.ts";
import { again, onAnswer, onBody, onField } from "./support/rows.ts";

const keep = (names: unknown, isKept: (name: string, index: number) => boolean): unknown =>
  Array.isArray(names) ? names.filter((name: unknown, index) => isKept(String(name), index)) : names;

export const faults = faultsOf("CRM-05", {
  gross: {
    "contact-method-types-in-lower-case": [
      "Contact methods name their types in lower case",
      onField(contactReads, `${methods}/type`, lowerCase),
    ],
    "contact-method-types-as-codes": [
      "Contact methods have an internal code instead of the type's name",
      onField(contactReads, `${methods}/type`, (type) => String(type).toUpperCase().replaceAll(" ", "_")),
    ],
  },
  structural: {
    "mobile-phones-are-padded": [
      "One type comes out of a fixed-width column, with a space at its end",
      onField("getContact", `${methods}/type`, turned("Mobile Phone", "Mobile Phone ")),
    ],
    "renamed-type-lives-on-by-reference": [
      "The read by reference still calls a type by the name it had before",
      onField("getContactByReference", `${methods}/type`, turned("Mobile Phone", "Cell Phone")),
    ],
    "only-phone-types-are-listed": [
      "The types endpoint lists the types of phones alone",
      onBody("listContactMethodTypes", (body) => keep(body, (name) => name.includes("Phone"))),
    ],
  },
  behavioural: {
    "types-are-cut-at-a-page": [
      "The types endpoint answers a first page of four and does not say so",
      onBody("listContactMethodTypes", (body) => keep(body, (_, index) => index < 4)),
    ],
    "types-of-another-organization-are-listed": [
      "The types endpoint lists the names of whichever organization asked first",
      onAnswer("listContactMethodTypes", again(asOther), 200),
    ],
  },
});
