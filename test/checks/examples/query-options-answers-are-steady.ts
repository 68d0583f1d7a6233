import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "getQueryOptions", body: {} }],
  fails: [{ what: "Options are answered with 203", blames: "DON-15", status: 203 }],
};
