import { faultsOf } from "./fault.ts";
import { edit, inAList, property, respelled, snakeCase } from "./support/edit.ts";
import { onBody, onField } from "./support/rows.ts";
import { contactReads } from "./support/names.ts";

const season = ["startMonth", "startDay", "endMonth", "endDay"].map((name) => `address/${name}`);

export const faults = faultsOf("CRM-06", {
  gross: {
    "address-is-a-list": ["address is an array of addresses", onField(contactReads, "address", inAList)],
    "address-ids-are-strings": [
      "The id of an address is a string",
      onField(contactReads, "address/id", String),
    ],
  },
  structural: {
    "postal-codes-are-numbers": [
      "postal is a number and loses its zeros",
      onField("getContact", "address/postal", Number),
    ],
    "address-lines-in-snake-case": [
      "The lines of an address are called address_1 and address_2",
      onBody("getContactByReference", respelled("address", snakeCase)),
    ],
    "countries-are-null-by-reference": [
      "country is null in the read by reference, where it is the organization's own",
      onField("getContactByReference", "address/country", null),
    ],
    "states-are-objects-of-private-contacts": [
      "state is an object with code and name in private contacts, which another view serializes",
      onBody("getContact", (body) =>
        property(body, "isPrivate") === true ? edit(body, "address/state", (code) => ({ code })) : body,
      ),
    ],
  },
  behavioural: {
    "addresses-of-the-whole-year-have-no-season": [
      "The season of an address is the empty text where there is none",
      onField(contactReads, season, (part) => part ?? ""),
    ],
  },
});
