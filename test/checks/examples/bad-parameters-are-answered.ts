import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: { "*": 400 },
  otherwise: {
    "what cannot be meant is refused": { "*": { body: { items: [], total: 0 } } },
    "a server is never busy": { "listGifts with a Skip that is no number": 503 },
    "a list without a match has a body": { "listDonors with a Take below zero": 204 },
  },
  fails: {
    "DON-20: A Skip in words ends in an error of the server": {
      "listGifts with a Skip that is no number": 500,
    },
    "DON-20: A query with two parameters in words is a broken business rule": {
      "queryGifts with two parameters that are no numbers": 422,
    },
  },
};
