import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: {
    "per_page 4": { body: { data: [{}, {}, {}, {}], meta: { total: 42 } } },
    listUsers: { body: { meta: { total: 42 } } },
  },
  otherwise: {
    "a page may be as short as is asked for": { "per_page 1": 422 },
    "nobody joins while pages are read": {
      "per_page 4": { body: { data: [{}, {}, {}, {}], meta: { total: 43 } } },
      "per_page 4 again": { body: { meta: { total: 43 } } },
      "default again": { body: { meta: { total: 43 } } },
    },
    "a page may be as long as is asked for": {
      "a page for everybody": 400,
      "per_page 1000": 422,
      "per_page 50": { body: { data: [{}], meta: { total: 42 } } },
    },
  },
  fails: {
    "VOL-07 /meta/total: meta.total counts pages where per_page is given": {
      answers: { "per_page 4": { "/meta/total": 11 } },
      says: "meta.total is 42 without per_page and 11 with per_page=4",
    },
    "VOL-07: per_page below five counts as five": { "per_page 4": { "/data/4": {} } },
    "VOL-07 /meta/total: meta.total is at least what was asked for": {
      "per_page 50": { body: { meta: { total: 50 } } },
    },
    "VOL-01: per_page is refused as unknown": {
      default: { body: { meta: { total: 42 } } },
      "per_page 4": 400,
      listUsers: 400,
    },
  },
};
