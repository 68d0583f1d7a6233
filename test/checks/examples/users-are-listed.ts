import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: {
    "listUsers of 4": { body: { data: [{}, {}, {}, {}], meta: { total: 42 } } },
    listUsers: { body: { meta: { total: 42 } } },
  },
  otherwise: {
    "a page may be as short as is asked for": { "listUsers of 1": 422 },
    "nobody joins while pages are read": {
      "listUsers of 4": { body: { data: [{}, {}, {}, {}], meta: { total: 43 } } },
      "listUsers of 4 again": { body: { meta: { total: 43 } } },
      "listUsers first again": { body: { meta: { total: 43 } } },
    },
    "a page may be as long as is asked for": {
      "listUsers whole": 400,
      "listUsers of 1000": 422,
      "listUsers of 50": { body: { data: [{}], meta: { total: 42 } } },
    },
  },
  fails: {
    "VOL-07 /meta/total: meta.total counts pages where per_page is given": {
      answers: { "listUsers of 4": { "/meta/total": 11 } },
      says: "page 1 says total 42, a page of 4 says 11",
    },
    "VOL-07 /meta/total: meta.total is at least what was asked for": {
      "listUsers of 50": { body: { meta: { total: 50 } } },
    },
    "VOL-01: per_page is refused as unknown": {
      "listUsers first": { body: { meta: { total: 42 } } },
      "listUsers of 4": 400,
      listUsers: 400,
    },
  },
};
