import { contact } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: { operation: "getContact", body: contact },
  otherwise: {
    "amounts have two decimals": { "/lastGiftAmount": "60", "/giftAskAmount": "0.125" },
    "amounts are positive": { "/yearToDateGiving": "-12.50" },
  },
  fails: {
    "GEN-01: The serializer writes amounts as JSON numbers": { "/giftAskAmount": 20 },
    "GEN-01: lastGiftAmount is written in the server's locale": {
      "/lastGiftAmount": "0,00",
      says: "`/lastGiftAmount` is text where a decimal string is stated: it has a comma for the decimal point.",
    },
    "GEN-01 /household/lifeToDateGiving: An amount beside what is documented is a number": {
      "/household": { lifeToDateGiving: 12.5 },
      says: "`/household/lifeToDateGiving` is a number where a decimal string is stated.",
    },
  },
};
