import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { "queryGifts: options": { body: { options: [{ parameter: "status" }] } }, "*": {} } }],
  fails: [
    {
      what: "Options of gifts do not list a parameter that the query takes",
      blames: "DON-15",
      answers: { "queryGifts: options": { body: { options: [] } } },
    },
  ],
};
