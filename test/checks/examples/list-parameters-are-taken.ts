import type { ActiveExamples } from "../kit/example.ts";
import { pageOf } from "../kit/page-of.ts";

export const examples: ActiveExamples = {
  pass: {
    "listGifts: no optional parameter": pageOf([1, 2, 3], 3),
    "listGifts: another page": pageOf([2], 3),
    "*": pageOf([1], 3),
  },
  otherwise: {
    "there are records": {
      "listGifts: no optional parameter": pageOf([], 0),
      "listGifts: no optional parameter again": pageOf([], 0),
      "listGifts: another page": 404,
      "*": pageOf([], 0),
    },
    "records stay as they are while they are listed": {
      isUnjudged: true,
      answers: {
        "listGifts: another page": pageOf([1, 2, 3], 3),
        "listGifts: no optional parameter again": pageOf([1, 2], 2),
      },
    },
    "a search takes any sign": { "listGifts: a search with signs": 400 },
  },
  fails: {
    "DON-04: SortBy and Descending are refused": { "listGifts: another page": 400 },
    "DON-04 /items: The list ignores its parameters": { "listGifts: another page": pageOf([1, 2, 3], 3) },
  },
};
