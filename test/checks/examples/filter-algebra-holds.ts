import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [
    {
      answers: {
        "queryGifts: ": { body: { total: 180 } },
        "queryGifts: 0(A,B)": { body: { total: 80 } },
        "queryGifts: 0(A)": { body: { total: 173 } },
        "queryGifts: 0(B)": { body: { total: 83 } },
        "queryGifts: 0(A,B) descending": { body: { total: 80 } },
        "queryGifts:  again": { body: { total: 180 } },
        "queryGifts: 0(A) again": { body: { total: 173 } },
        "queryGifts: 0(B) again": { body: { total: 83 } },
        "*": {},
        "queryGifts: 1(A,B)": { body: { total: 176 } },
        "queryGifts: 1(A,B) descending": { body: { total: 176 } },
      },
    },
  ],
  otherwise: [
    {
      assumes: "records stay as they are until all filters are asked",
      isUnjudged: true,
      answers: { "queryGifts: 0(A)": { body: { total: 174 } } },
    },
    {
      assumes: "a condition matches something",
      answers: {
        "queryGifts: 0(B)": { body: { total: 0 } },
        "queryGifts: 0(B) again": { body: { total: 0 } },
        "queryGifts: 0(A,B)": { body: { total: 0 } },
        "queryGifts: 0(A,B) descending": { body: { total: 0 } },
        "queryGifts: 1(A,B)": { body: { total: 173 } },
        "queryGifts: 1(A,B) descending": { body: { total: 173 } },
      },
    },
  ],
  fails: [
    {
      what: "Conjunct 1 is read as 0",
      blames: "DON-23",
      answers: {
        "queryGifts: 1(A,B)": { changes: { "/total": 80 } },
        "queryGifts: 1(A)": {},
        "queryGifts: 0(A,A)": {},
        "queryGifts: 1(A,A)": {},
        "queryGifts: 1(A,B) descending": { changes: { "/total": 80 } },
      },
      pointer: "/total",
      says: "the totals of both conjuncts do not add up to those of their conditions: 1(A, B) matches 80, its parts make 176",
    },
    {
      what: "total is one too low under two conditions and more",
      blames: "DON-23",
      answers: {
        "queryGifts: 0(A,B)": { changes: { "/total": 79 } },
        "queryGifts: 1(A,B)": { changes: { "/total": 175 } },
        "queryGifts: 1(A)": {},
        "queryGifts: 0(A,A)": { body: { total: 172 } },
        "queryGifts: 0(A,B) descending": { changes: { "/total": 79 } },
        "queryGifts: 1(A,B) descending": { changes: { "/total": 175 } },
      },
      pointer: "/total",
    },
  ],
};
