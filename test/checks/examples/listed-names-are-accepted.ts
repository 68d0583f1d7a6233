import type { ActiveExamples } from "../kit/example.ts";

const oneType = Object.fromEntries(
  Array.from({ length: 10 }, (_, type) => [`queryGifts: another query type, ${type}`, { status: 400 }]),
);

export const examples: ActiveExamples = {
  pass: { "queryGifts: options": { body: { options: [{ parameter: "status" }] } }, "*": 200 },
  otherwise: {
    "an endpoint takes the query type that is configured, and no other": {
      isUnjudged: true,
      answers: { "queryGifts: options": { body: { options: [] } } },
    },
  },
  fails: {
    "DON-15: Options of gifts do not list a parameter that the query takes": {
      ...oneType,
      "queryGifts: options": { body: { options: [] } },
    },
  },
};
