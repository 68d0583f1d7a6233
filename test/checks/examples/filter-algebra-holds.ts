import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: {
    "queryGifts: ": { body: { total: 180 } },
    "queryGifts: 0(A,B)": { body: { total: 80 } },
    "queryGifts: 0(A)": { body: { total: 173 } },
    "queryGifts: 0(B)": { body: { total: 83 } },
    "queryGifts: 0(A,B) descending": { body: { total: 80 } },
    "queryGifts:  again": { body: { total: 180 } },
    "queryGifts: 0(A) again": { body: { total: 173 } },
    "queryGifts: 0(B) again": { body: { total: 83 } },
    "*": 200,
    "queryGifts: 1(A,B)": { body: { total: 176 } },
    "queryGifts: 1(A,B) descending": { body: { total: 176 } },
  },
  otherwise: {
    "records stay as they are until all filters are asked": {
      isUnjudged: true,
      answers: { "queryGifts: 0(A)": { body: { total: 174 } } },
    },
    "a condition matches something": {
      "queryGifts: 0(B)": { body: { total: 0 } },
      "queryGifts: 0(B) again": { body: { total: 0 } },
      "queryGifts: 0(A,B)": { body: { total: 0 } },
      "queryGifts: 0(A,B) descending": { body: { total: 0 } },
      "queryGifts: 1(A,B)": { body: { total: 173 } },
      "queryGifts: 1(A,B) descending": { body: { total: 173 } },
    },
  },
  fails: {
    "DON-23 /total: Conjunct 1 is read as 0": {
      answers: {
        "queryGifts: 1(A,B)": { "/total": 80 },
        "queryGifts: 1(A)": {},
        "queryGifts: 0(A,A)": {},
        "queryGifts: 1(A,A)": {},
        "queryGifts: 1(A,B) descending": { "/total": 80 },
      },
      says: "the totals of both conjuncts do not add up to those of their conditions: 1(A, B) matches 80, its parts make 176",
    },
    "DON-23 /total: total is one too low under two conditions and more": {
      "queryGifts: 0(A,B)": { "/total": 79 },
      "queryGifts: 1(A,B)": { "/total": 175 },
      "queryGifts: 1(A)": {},
      "queryGifts: 0(A,A)": { body: { total: 172 } },
      "queryGifts: 0(A,B) descending": { "/total": 79 },
      "queryGifts: 1(A,B) descending": { "/total": 175 },
    },
  },
};
