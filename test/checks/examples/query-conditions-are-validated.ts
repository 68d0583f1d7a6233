import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [
    {
      seed: 1,
      answers: {
        "queryGifts: operator 30 with several values": { status: 400 },
        "queryGifts: a conjunct between the two": { status: 400 },
        "queryGifts: an unknown parameter that begins like a known one": { status: 400 },
        "*": {},
        "queryGifts: values 2": { body: { total: 139 } },
        "queryGifts: values 2 reversed": { body: { total: 139 } },
        "queryGifts: values 2 again": { body: { total: 139 } },
      },
    },
  ],
  otherwise: [
    {
      assumes: "a query in vain is a page without records",
      answers: { "queryGifts: sample 0": { status: 404 } },
    },
    {
      assumes: "of some operators one matches less than everything, and something",
      answers: {
        "queryGifts: everything": { body: { total: 9 } },
        "queryGifts: conjunct 0": { body: { total: 9 } },
        "queryGifts: conjunct 1": { body: { total: 9 } },
        "queryGifts: sample 0": { body: { total: 9 } },
        "queryGifts: any operator 1": { status: 404 },
        "*": { body: { total: 9 } },
      },
    },
    {
      assumes: "a condition of the configuration is taken",
      isUnjudged: true,
      answers: { "queryGifts: conjunct 0": { status: 400 }, "queryGifts: conjunct 1": { status: 400 } },
    },
    {
      assumes: "nobody changes a record between two queries",
      isUnjudged: true,
      answers: {
        "queryGifts: values 2 reversed": { body: { total: 140 } },
        "queryGifts: values 2 again": { body: { total: 140 } },
      },
    },
    {
      assumes: "a condition is refused with 400",
      answers: { "queryGifts: a conjunct between the two": { status: 404 } },
    },
  ],
  fails: [
    {
      what: "A conjunct is rounded",
      blames: "DON-12",
      answers: { "queryGifts: a conjunct between the two": { status: 200 } },
    },
    {
      what: "A condition with an operator that does not exist is left out in silence",
      blames: "DON-12",
      answers: { "queryGifts: operator 30 with several values": { status: 200 } },
    },
    {
      what: "Of values the first one counts",
      blames: "DON-13",
      answers: {
        "queryGifts: values 2": { changes: { "/total": 109 } },
        "queryGifts: values 2 again": { changes: { "/total": 109 } },
      },
      pointer: "/total",
    },
    {
      what: "A condition on an unknown parameter is left out in silence",
      blames: "DON-13",
      answers: { "queryGifts: an unknown parameter that begins like a known one": { status: 200 } },
    },
  ],
};
