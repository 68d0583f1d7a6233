import type { ActiveExamples } from "../kit/example.ts";
import { pageOf } from "../kit/page-of.ts";

export const examples: ActiveExamples = {
  passes: [
    {
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
  ],
  otherwise: [
    {
      assumes: "nobody adds a record while pages are read",
      isUnjudged: true,
      answers: { "listGifts from 4": pageOf([5, 6], 6), "listGifts first again": pageOf([1, 2], 6) },
    },
    { assumes: "pages of a hundred are answered", answers: { "listGifts long": { status: 400 } } },
    { assumes: "what comes beyond the end is a page", answers: { "listGifts beyond": { status: 404 } } },
    {
      assumes: "there is more than one record",
      answers: {
        "listGifts long": pageOf([1], 1),
        "listGifts first": pageOf([1], 1),
        "listGifts from 2": pageOf([], 1),
        "listGifts from 4": pageOf([], 1),
        "listGifts turned": pageOf([1], 1),
        "listGifts beyond": pageOf([], 1),
      },
    },
  ],
  fails: [
    {
      what: "total is the number of records on the page",
      blames: "DON-03",
      answers: { "listGifts from 4": pageOf([5], 1) },
      pointer: "/total",
      says: "page 1 says total 5, page 3 says 1",
    },
    {
      what: "A page of one counts itself",
      blames: "DON-03",
      answers: { "listGifts turned": pageOf([5], 1) },
      pointer: "/total",
    },
    {
      what: "The last page lacks a record",
      blames: "DON-03",
      answers: { "listGifts from 4": pageOf([], 5) },
      pointer: "/items",
      says: "the last page, from 4, holds 0 distinct records where total is 5",
    },
    {
      what: "A page before the last one lacks a record",
      blames: "DON-03",
      answers: { "listGifts from 2": pageOf([3], 5) },
      pointer: "/items",
      says: "all pages together hold 4 distinct records where total is 5",
    },
    {
      what: "Two pages hold the same record",
      blames: "DON-03",
      answers: { "listGifts from 2": pageOf([2, 3, 4], 5) },
      pointer: "/items",
    },
  ],
};
