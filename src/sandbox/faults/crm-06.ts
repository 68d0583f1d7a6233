import { faultsOf } from "./fault.ts";
import { contactReads } from "./support/contacts.ts";
import { edit, editAll, property, respell, snakeCase } from "./support/edit.ts";
import { onSuccess } from "./support/wrappers.ts";

const season = ["startMonth", "startDay", "endMonth", "endDay"].map((name) => `address/${name}`);

export const faults = faultsOf("CRM-06", {
  gross: {
    "address-is-a-list": [
      "address is an array of addresses",
      onSuccess(contactReads, (body) => edit(body, "address", (address) => [address])),
    ],
    "address-ids-are-strings": [
      "The id of an address is a string",
      onSuccess(contactReads, (body) => edit(body, "address/id", String)),
    ],
  },
  structural: {
    "postal-codes-are-numbers": [
      "postal is a number and loses its zeros",
      onSuccess("getContact", (body) => edit(body, "address/postal", Number)),
    ],
    "address-lines-in-snake-case": [
      "The lines of an address are called address_1 and address_2",
      onSuccess("getContactByReference", (body) => respell(body, "address", snakeCase)),
    ],
    "countries-are-null-by-reference": [
      "country is null in the read by reference, where it is the organization's own",
      onSuccess("getContactByReference", (body) => edit(body, "address/country", () => null)),
    ],
    "states-are-objects-of-private-contacts": [
      "state is an object with code and name in private contacts, which another view serializes",
      onSuccess("getContact", (body) =>
        property(body, "isPrivate") === true ? edit(body, "address/state", (code) => ({ code })) : body,
      ),
    ],
  },
  behavioural: {
    "addresses-of-the-whole-year-have-no-season": [
      "The season of an address is the empty text where there is none",
      onSuccess(contactReads, (body) => editAll(body, season, (part) => part ?? "")),
    ],
  },
});
