import { contact } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "getContact", body: contact }],
  otherwise: [
    { assumes: "amounts have two decimals", changes: { "/lastGiftAmount": "60", "/giftAskAmount": "0.125" } },
    { assumes: "amounts are positive", changes: { "/yearToDateGiving": "-12.50" } },
  ],
  fails: [
    {
      what: "The serializer writes amounts as JSON numbers",
      blames: "GEN-01",
      changes: { "/giftAskAmount": 20 },
      pointer: "/giftAskAmount",
    },
    {
      what: "lastGiftAmount is written in the server's locale",
      blames: "GEN-01",
      changes: { "/lastGiftAmount": "0,00" },
      pointer: "/lastGiftAmount",
      says: "`/lastGiftAmount` is text where a decimal string is stated: it has a comma for the decimal point.",
    },
    {
      what: "An amount beside what is documented is a number",
      blames: "GEN-01",
      changes: { "/household": { lifeToDateGiving: 12.5 } },
      pointer: "/household/lifeToDateGiving",
      says: "`/household/lifeToDateGiving` is a number where a decimal string is stated.",
    },
  ],
};
