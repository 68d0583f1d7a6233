import { faultsOf, type FaultEnvironment, type FaultRequest, type FaultAnswer } from "./fault.ts";
import { parse } from "./support/answers.ts";
import { property, replaced } from "./support/edit.ts";
import { onField } from "./support/rows.ts";
import { amounts, contactReads } from "./support/names.ts";

const isRound = (amount: unknown): boolean => /\.0+$/.test(String(amount));

const isPrivate = (_incoming: FaultRequest, _here: FaultEnvironment, { body }: FaultAnswer): boolean =>
  property(parse(body), "isPrivate") === true;

export const faults = faultsOf("GEN-01", {
  gross: {
    "amounts-are-numbers": [
      "The serializer writes amounts as JSON numbers",
      onField(contactReads, amounts, Number),
    ],
  },
  structural: {
    "amounts-are-numbers-by-reference": [
      "Amounts are numbers in the read by reference alone",
      onField("getContactByReference", amounts, Number),
    ],
    "gift-ask-amount-has-its-currency": [
      "giftAskAmount is formatted for people, with a currency sign",
      onField("getContact", "giftAskAmount", (amount) => `$${String(amount)}`),
    ],
    "last-gift-amount-has-a-decimal-comma": [
      "lastGiftAmount is written in the server's locale",
      onField(contactReads, "lastGiftAmount", replaced(/\./, ",")),
    ],
    "life-to-date-giving-has-an-exponent": [
      "lifeToDateGiving comes from a floating-point column, in scientific notation",
      onField("getContact", "lifeToDateGiving", (amount) => Number(amount).toExponential()),
    ],
    "private-contacts-have-numbers-for-amounts": [
      "Amounts are numbers in private contacts, which another view serializes",
      onField("getContact", amounts, Number, isPrivate),
    ],
  },
  behavioural: {
    "large-amounts-have-separators": [
      "Amounts from 1,000 on have thousands separators",
      onField(contactReads, amounts, replaced(/\B(?=(\d{3})+\.)/g, ",")),
    ],
    "round-amounts-are-integers": [
      "Amounts without cents come as integers, all others as strings",
      onField(contactReads, amounts, (amount) => (isRound(amount) ? Number(amount) : amount)),
    ],
  },
});
