import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "queryGifts", body: { items: [], total: 0 } }],
  fails: [{ what: "A query is answered with 203", blames: "DON-10", status: 203 }],
};
