import { defineFault, type Fault } from "./fault.ts";
import { contactReads, methods } from "./support/contacts.ts";
import { asBearer, credential } from "./support/credentials.ts";
import { edit } from "./support/edit.ts";
import { onSuccess } from "./support/wrappers.ts";

const keep = (names: unknown, isKept: (name: string, index: number) => boolean): unknown =>
  Array.isArray(names) ? names.filter((name: unknown, index) => isKept(String(name), index)) : names;

export const faults: readonly Fault[] = [
  defineFault({
    id: "contact-method-types-in-lower-case",
    fact: "CRM-05",
    grade: "gross",
    title: "Contact methods name their types in lower case",
    wrap: onSuccess(contactReads, (body) =>
      edit(body, `${methods}/type`, (type) => String(type).toLowerCase()),
    ),
  }),
  defineFault({
    id: "contact-method-types-as-codes",
    fact: "CRM-05",
    grade: "gross",
    title: "Contact methods tell an internal code in place of the type's name",
    wrap: onSuccess(contactReads, (body) =>
      edit(body, `${methods}/type`, (type) => String(type).toUpperCase().replaceAll(" ", "_")),
    ),
  }),
  defineFault({
    id: "mobile-phones-are-padded",
    fact: "CRM-05",
    grade: "structural",
    title: "One type comes out of a fixed-width column, with a space at its end",
    wrap: onSuccess("getContact", (body) =>
      edit(body, `${methods}/type`, (type) => (type === "Mobile Phone" ? "Mobile Phone " : type)),
    ),
  }),
  defineFault({
    id: "renamed-type-lives-on-by-reference",
    fact: "CRM-05",
    grade: "structural",
    title: "The read by reference still calls a type by the name it had before",
    wrap: onSuccess("getContactByReference", (body) =>
      edit(body, `${methods}/type`, (type) => (type === "Mobile Phone" ? "Cell Phone" : type)),
    ),
  }),
  defineFault({
    id: "only-phone-types-are-listed",
    fact: "CRM-05",
    grade: "structural",
    title: "The types endpoint lists the types of phones alone",
    wrap: onSuccess("listContactMethodTypes", (body) => keep(body, (name) => name.includes("Phone"))),
  }),
  defineFault({
    id: "types-are-cut-at-a-page",
    fact: "CRM-05",
    grade: "behavioural",
    title: "The types endpoint answers a first page of four and does not say so",
    wrap: onSuccess("listContactMethodTypes", (body) => keep(body, (_, index) => index < 4)),
  }),
  defineFault({
    id: "types-of-another-organization-are-listed",
    fact: "CRM-05",
    grade: "behavioural",
    title: "The types endpoint lists the names of whichever organization asked first",
    wrap: (next, surroundings) => async (incoming) => {
      const outgoing = await next(incoming);
      if (incoming.operation !== "listContactMethodTypes" || outgoing.status !== 200) return outgoing;
      return next(asBearer(incoming, credential(surroundings, "crm", "otherOrganizationApiKey")));
    },
  }),
];
