import type { ActiveExamples } from "../kit/example.ts";
import { pageOf } from "../kit/page-of.ts";

export const examples: ActiveExamples = {
  pass: {
    seed: 1,
    answers: {
      "listGifts long": pageOf([1, 2, 3, 4, 5], 5),
      "listGifts first": pageOf([1, 2], 5),
      "listGifts from 2": pageOf([3, 4], 5),
      "listGifts from 4": pageOf([5], 5),
      "listGifts turned": pageOf([5], 5),
      "listGifts beyond": pageOf([], 5),
      "listGifts again": pageOf([1, 2], 5),
    },
  },
  otherwise: {
    "nobody adds a record while pages are read": {
      isUnjudged: true,
      answers: { "listGifts from 4": pageOf([5, 6], 6), "listGifts first again": pageOf([1, 2], 6) },
    },
    "pages of a hundred are answered": { "listGifts long": 400 },
    "a long page is as long as is asked for": { "listGifts long": pageOf([1, 2, 3], 5) },
    "records are in the order of their ids": { "listGifts long": pageOf([5, 1, 4, 2], 5) },
    "what comes beyond the end is a page": { "listGifts beyond": 404 },
    "there is more than one record": {
      "listGifts long": pageOf([1], 1),
      "listGifts first": pageOf([1], 1),
      "listGifts from 2": pageOf([], 1),
      "listGifts from 4": pageOf([], 1),
      "listGifts turned": pageOf([1], 1),
      "listGifts beyond": pageOf([], 1),
    },
  },
  fails: {
    "DON-03 /total: total is the number of records on the page": {
      answers: { "listGifts from 4": pageOf([5], 1) },
      says: "page 1 says total 5, page 3 says 1",
    },
    "DON-03 /total: A page of one counts itself": { "listGifts turned": pageOf([5], 1) },
    "DON-03 /items: The last page lacks a record": {
      answers: { "listGifts from 4": pageOf([], 5) },
      says: "the last page, from 4, holds 0 distinct records where total is 5",
    },
    "DON-03 /items: A page before the last one lacks a record": {
      answers: { "listGifts from 2": pageOf([3], 5) },
      says: "all pages together hold 4 distinct records where total is 5",
    },
    "DON-03 /items: A long page lacks a record that short ones hold": {
      "listGifts long": pageOf([1, 2, 4, 5], 5),
    },
    "DON-03 /items: Two pages hold the same record": { "listGifts from 2": pageOf([2, 3, 4], 5) },
  },
};
