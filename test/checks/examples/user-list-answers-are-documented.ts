import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "listUsers", body: { data: [], meta: { total: 0 } } }],
  fails: [{ what: "Users are answered with 304 to who has no copy", blames: "VOL-01", status: 304 }],
};
