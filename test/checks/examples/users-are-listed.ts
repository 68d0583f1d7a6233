import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [
    {
      answers: {
        "per_page 4": { body: { data: [{}, {}, {}, {}], meta: { total: 42 } } },
        listUsers: { body: { meta: { total: 42 } } },
      },
    },
  ],
  otherwise: [
    { assumes: "a page may be as short as is asked for", answers: { "per_page 1": { status: 422 } } },
    {
      assumes: "nobody joins while pages are read",
      isUnjudged: true,
      answers: {
        "per_page 4": { body: { data: [{}, {}, {}, {}], meta: { total: 43 } } },
        "per_page 4 again": { body: { meta: { total: 43 } } },
        "default again": { body: { meta: { total: 43 } } },
      },
    },
    {
      assumes: "a page may be as long as is asked for",
      answers: {
        "a page for everybody": { status: 400 },
        "per_page 1000": { status: 422 },
        "per_page 50": { body: { data: [{}], meta: { total: 42 } } },
      },
    },
  ],
  fails: [
    {
      what: "meta.total counts pages where per_page is given",
      blames: "VOL-07",
      answers: { "per_page 4": { changes: { "/meta/total": 11 } } },
      pointer: "/meta/total",
      says: "meta.total is 42 without per_page and 11 with per_page=4",
    },
    {
      what: "per_page below five counts as five",
      blames: "VOL-07",
      answers: { "per_page 4": { changes: { "/data/4": {} } } },
    },
    {
      what: "meta.total is at least what was asked for",
      blames: "VOL-07",
      answers: { "per_page 50": { body: { meta: { total: 50 } } } },
      pointer: "/meta/total",
    },
    {
      what: "per_page is refused as unknown",
      blames: "VOL-01",
      answers: {
        default: { body: { meta: { total: 42 } } },
        "per_page 4": { status: 400 },
        listUsers: { status: 400 },
      },
    },
  ],
};
