import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "listGifts", body: { items: [], total: 0 } }],
  fails: [{ what: "A list is answered with 206", blames: "DON-04", status: 206 }],
};
