import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: {
    seed: 1,
    answers: {
      "queryGifts: operator 30 with several values": 400,
      "queryGifts: the operator true": 400,
      "queryGifts: an unknown parameter that begins like a known one": 400,
      "*": 200,
      "queryGifts: values 2": { body: { total: 139 } },
      "queryGifts: values 2 reversed": { body: { total: 139 } },
      "queryGifts: values 2 again": { body: { total: 139 } },
    },
  },
  otherwise: {
    "a query in vain is a page without records": { "queryGifts: sample 0": 404 },
    "of some operators one matches less than everything, and something": {
      "queryGifts: everything": { body: { total: 9 } },
      "queryGifts: conjunct 0": { body: { total: 9 } },
      "queryGifts: conjunct 1": { body: { total: 9 } },
      "queryGifts: sample 0": { body: { total: 9 } },
      "queryGifts: any operator 1": 404,
      "*": { body: { total: 9 } },
    },
    "a condition of the configuration is taken": {
      isUnjudged: true,
      answers: { "queryGifts: conjunct 0": 400, "queryGifts: conjunct 1": 400 },
    },
    "nobody changes a record between two queries": {
      "queryGifts: values 2 reversed": { body: { total: 140 } },
      "queryGifts: values 2 again": { body: { total: 140 } },
    },
    "a condition is refused with 400": { "queryGifts: the operator true": 404 },
  },
  fails: {
    "DON-12: True is an operator": { "queryGifts: the operator true": 200 },
    "DON-12: A condition with an operator that does not exist is left out in silence": {
      "queryGifts: operator 30 with several values": 200,
    },
    "DON-13 /total: Of values the first one counts": {
      "queryGifts: values 2": { "/total": 109 },
      "queryGifts: values 2 again": { "/total": 109 },
    },
    "DON-13: A condition on an unknown parameter is left out in silence": {
      "queryGifts: an unknown parameter that begins like a known one": 200,
    },
  },
};
