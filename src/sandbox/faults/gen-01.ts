import { defineFault, type Fault } from "./fault.ts";
import { amounts, contactReads } from "./support/contacts.ts";
import { edit, editAll, property } from "./support/edit.ts";
import { onSuccess } from "./support/wrappers.ts";

const isRound = (amount: unknown): boolean => /\.0+$/.test(String(amount));

const withSeparators = (amount: unknown): string => String(amount).replace(/\B(?=(\d{3})+\.)/g, ",");

export const faults: readonly Fault[] = [
  defineFault({
    id: "amounts-are-numbers",
    fact: "GEN-01",
    grade: "gross",
    title: "The serializer writes amounts as JSON numbers",
    wrap: onSuccess(contactReads, (body) => editAll(body, amounts, Number)),
  }),
  defineFault({
    id: "amounts-are-numbers-by-reference",
    fact: "GEN-01",
    grade: "structural",
    title: "Amounts are numbers in the read by reference alone",
    wrap: onSuccess("getContactByReference", (body) => editAll(body, amounts, Number)),
  }),
  defineFault({
    id: "gift-ask-amount-has-its-currency",
    fact: "GEN-01",
    grade: "structural",
    title: "giftAskAmount is formatted for people, with a currency sign",
    wrap: onSuccess("getContact", (body) => edit(body, "giftAskAmount", (amount) => `$${String(amount)}`)),
  }),
  defineFault({
    id: "last-gift-amount-has-a-decimal-comma",
    fact: "GEN-01",
    grade: "structural",
    title: "lastGiftAmount is written in the server's locale",
    wrap: onSuccess(contactReads, (body) =>
      edit(body, "lastGiftAmount", (amount) => String(amount).replace(".", ",")),
    ),
  }),
  defineFault({
    id: "life-to-date-giving-has-an-exponent",
    fact: "GEN-01",
    grade: "structural",
    title: "lifeToDateGiving comes from a floating-point column, in scientific notation",
    wrap: onSuccess("getContact", (body) =>
      edit(body, "lifeToDateGiving", (amount) => Number(amount).toExponential()),
    ),
  }),
  defineFault({
    id: "private-contacts-have-numbers-for-amounts",
    fact: "GEN-01",
    grade: "structural",
    title: "Amounts are numbers in private contacts, which another view serializes",
    wrap: onSuccess("getContact", (body) =>
      property(body, "isPrivate") === true ? editAll(body, amounts, Number) : body,
    ),
  }),
  defineFault({
    id: "large-amounts-have-separators",
    fact: "GEN-01",
    grade: "behavioural",
    title: "Amounts from 1,000 on have thousands separators",
    wrap: onSuccess(contactReads, (body) => editAll(body, amounts, withSeparators)),
  }),
  defineFault({
    id: "round-amounts-are-integers",
    fact: "GEN-01",
    grade: "behavioural",
    title: "Amounts without cents come as integers, all others as strings",
    wrap: onSuccess(contactReads, (body) =>
      editAll(body, amounts, (amount) => (isRound(amount) ? Number(amount) : amount)),
    ),
  }),
];
