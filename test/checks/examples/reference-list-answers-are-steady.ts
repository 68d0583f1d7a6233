import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "listPremiums", body: [] }],
  fails: [{ what: "A list is answered with 304 to who has no copy", blames: "DON-09", status: 304 }],
};
