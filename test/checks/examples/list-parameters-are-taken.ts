import type { ActiveExamples } from "../kit/example.ts";
import { pageOf } from "../kit/page-of.ts";

export const examples: ActiveExamples = {
  passes: [
    {
      answers: {
        "listGifts: nothing": pageOf([1, 2, 3], 3),
        "listGifts: nothing again": pageOf([1, 2, 3], 3),
        "listGifts: another page": pageOf([2], 3),
        "*": pageOf([1], 3),
      },
    },
  ],
  otherwise: [
    {
      assumes: "there are records",
      answers: {
        "listGifts: nothing": pageOf([], 0),
        "listGifts: nothing again": pageOf([], 0),
        "listGifts: another page": { status: 404 },
        "*": pageOf([], 0),
      },
    },
    {
      assumes: "records stay as they are while they are listed",
      isUnjudged: true,
      answers: {
        "listGifts: another page": pageOf([1, 2, 3], 3),
        "listGifts: nothing again": pageOf([1, 2], 2),
      },
    },
    { assumes: "a search takes any sign", answers: { "listGifts: with Filter with signs": { status: 400 } } },
  ],
  fails: [
    {
      what: "SortBy and Descending are refused",
      blames: "DON-04",
      answers: { "listGifts: another page": { status: 400 } },
    },
    {
      what: "The list ignores its parameters",
      blames: "DON-04",
      answers: { "listGifts: another page": pageOf([1, 2, 3], 3) },
      pointer: "/items",
    },
  ],
};
