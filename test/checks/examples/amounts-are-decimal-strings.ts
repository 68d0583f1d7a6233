import { contact } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "getContact", body: contact }],
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
      says: "`/lastGiftAmount` is a string(4) where a decimal string is stated: it has a comma for the decimal point.",
    },
  ],
};
