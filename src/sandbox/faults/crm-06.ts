import { defineFault, type Fault } from "./fault.ts";
import { contactReads } from "./support/contacts.ts";
import { edit, editAll, property, respell, snakeCase } from "./support/edit.ts";
import { onSuccess } from "./support/wrappers.ts";

const season = ["startMonth", "startDay", "endMonth", "endDay"].map((name) => `address/${name}`);

export const faults: readonly Fault[] = [
  defineFault({
    id: "address-is-a-list",
    fact: "CRM-06",
    grade: "gross",
    title: "address is an array of addresses",
    wrap: onSuccess(contactReads, (body) => edit(body, "address", (address) => [address])),
  }),
  defineFault({
    id: "address-ids-are-strings",
    fact: "CRM-06",
    grade: "gross",
    title: "The id of an address is a string",
    wrap: onSuccess(contactReads, (body) => edit(body, "address/id", String)),
  }),
  defineFault({
    id: "postal-codes-are-numbers",
    fact: "CRM-06",
    grade: "structural",
    title: "postal is a number and loses its zeros",
    wrap: onSuccess("getContact", (body) => edit(body, "address/postal", Number)),
  }),
  defineFault({
    id: "address-lines-in-snake-case",
    fact: "CRM-06",
    grade: "structural",
    title: "The lines of an address are called address_1 and address_2",
    wrap: onSuccess("getContactByReference", (body) => respell(body, "address", snakeCase)),
  }),
  defineFault({
    id: "countries-are-null-by-reference",
    fact: "CRM-06",
    grade: "structural",
    title: "country is null in the read by reference, where it is the organization's own",
    wrap: onSuccess("getContactByReference", (body) => edit(body, "address/country", () => null)),
  }),
  defineFault({
    id: "states-are-objects-of-private-contacts",
    fact: "CRM-06",
    grade: "structural",
    title: "state is an object with code and name in private contacts, which another view serializes",
    wrap: onSuccess("getContact", (body) =>
      property(body, "isPrivate") === true ? edit(body, "address/state", (code) => ({ code })) : body,
    ),
  }),
  defineFault({
    id: "addresses-of-the-whole-year-have-no-season",
    fact: "CRM-06",
    grade: "behavioural",
    title: "The season of an address is the empty text where there is none",
    wrap: onSuccess(contactReads, (body) => editAll(body, season, (part) => part ?? "")),
  }),
];
