import { faultsOf } from "./fault.ts";
import { contactReads, methods } from "./support/contacts.ts";
import { asBearer, credential } from "./support/credentials.ts";
import { edit } from "./support/edit.ts";
import { onSuccess } from "./support/wrappers.ts";

const keep = (names: unknown, isKept: (name: string, index: number) => boolean): unknown =>
  Array.isArray(names) ? names.filter((name: unknown, index) => isKept(String(name), index)) : names;

export const faults = faultsOf("CRM-05", {
  gross: {
    "contact-method-types-in-lower-case": [
      "Contact methods name their types in lower case",
      onSuccess(contactReads, (body) => edit(body, `${methods}/type`, (type) => String(type).toLowerCase())),
    ],
    "contact-method-types-as-codes": [
      "Contact methods have an internal code instead of the type's name",
      onSuccess(contactReads, (body) =>
        edit(body, `${methods}/type`, (type) => String(type).toUpperCase().replaceAll(" ", "_")),
      ),
    ],
  },
  structural: {
    "mobile-phones-are-padded": [
      "One type comes out of a fixed-width column, with a space at its end",
      onSuccess("getContact", (body) =>
        edit(body, `${methods}/type`, (type) => (type === "Mobile Phone" ? "Mobile Phone " : type)),
      ),
    ],
    "renamed-type-lives-on-by-reference": [
      "The read by reference still calls a type by the name it had before",
      onSuccess("getContactByReference", (body) =>
        edit(body, `${methods}/type`, (type) => (type === "Mobile Phone" ? "Cell Phone" : type)),
      ),
    ],
    "only-phone-types-are-listed": [
      "The types endpoint lists the types of phones alone",
      onSuccess("listContactMethodTypes", (body) => keep(body, (name) => name.includes("Phone"))),
    ],
  },
  behavioural: {
    "types-are-cut-at-a-page": [
      "The types endpoint answers a first page of four and does not say so",
      onSuccess("listContactMethodTypes", (body) => keep(body, (_, index) => index < 4)),
    ],
    "types-of-another-organization-are-listed": [
      "The types endpoint lists the names of whichever organization asked first",
      (next, surroundings) => async (incoming) => {
        const outgoing = await next(incoming);
        if (incoming.operation !== "listContactMethodTypes" || outgoing.status !== 200) return outgoing;
        return next(asBearer(incoming, credential(surroundings, "crm", "otherOrganizationApiKey")));
      },
    ],
  },
});
