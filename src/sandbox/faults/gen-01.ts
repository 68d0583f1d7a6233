import { faultsOf } from "./fault.ts";
import { amounts, contactReads } from "./support/contacts.ts";
import { edit, editAll, property } from "./support/edit.ts";
import { onSuccess } from "./support/wrappers.ts";

const isRound = (amount: unknown): boolean => /\.0+$/.test(String(amount));

const withSeparators = (amount: unknown): string => String(amount).replace(/\B(?=(\d{3})+\.)/g, ",");

export const faults = faultsOf("GEN-01", {
  gross: {
    "amounts-are-numbers": [
      "The serializer writes amounts as JSON numbers",
      onSuccess(contactReads, (body) => editAll(body, amounts, Number)),
    ],
  },
  structural: {
    "amounts-are-numbers-by-reference": [
      "Amounts are numbers in the read by reference alone",
      onSuccess("getContactByReference", (body) => editAll(body, amounts, Number)),
    ],
    "gift-ask-amount-has-its-currency": [
      "giftAskAmount is formatted for people, with a currency sign",
      onSuccess("getContact", (body) => edit(body, "giftAskAmount", (amount) => `$${String(amount)}`)),
    ],
    "last-gift-amount-has-a-decimal-comma": [
      "lastGiftAmount is written in the server's locale",
      onSuccess(contactReads, (body) =>
        edit(body, "lastGiftAmount", (amount) => String(amount).replace(".", ",")),
      ),
    ],
    "life-to-date-giving-has-an-exponent": [
      "lifeToDateGiving comes from a floating-point column, in scientific notation",
      onSuccess("getContact", (body) =>
        edit(body, "lifeToDateGiving", (amount) => Number(amount).toExponential()),
      ),
    ],
    "private-contacts-have-numbers-for-amounts": [
      "Amounts are numbers in private contacts, which another view serializes",
      onSuccess("getContact", (body) =>
        property(body, "isPrivate") === true ? editAll(body, amounts, Number) : body,
      ),
    ],
  },
  behavioural: {
    "large-amounts-have-separators": [
      "Amounts from 1,000 on have thousands separators",
      onSuccess(contactReads, (body) => editAll(body, amounts, withSeparators)),
    ],
    "round-amounts-are-integers": [
      "Amounts without cents come as integers, all others as strings",
      onSuccess(contactReads, (body) =>
        editAll(body, amounts, (amount) => (isRound(amount) ? Number(amount) : amount)),
      ),
    ],
  },
});
