import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { "as usual": {}, "*": { status: 401 } } }],
  fails: [{ what: "Any letter case will do", blames: "VOL-08", answers: { bearer: { status: 200 } } }],
};
