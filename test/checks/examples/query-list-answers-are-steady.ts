import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "getQueryList", body: [] }],
  fails: [{ what: "Queries are answered with 206", blames: "DON-16", status: 206 }],
};
