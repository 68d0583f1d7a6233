import type { ActiveExamples, AnswerExample, Family, PassiveExamples } from "../../kit/example.ts";

/** A page of donation records that show nothing but their ids. */
const pageOf = (ids: readonly number[], total: number): AnswerExample => ({
  body: { items: ids.map((id) => ({ id })), total },
});

const byId = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
/** Records 4 and 9 were modified at one instant. */
const byModification = [15, 3, 8, 1, 4, 9, 2, 14, 13, 7, 6, 5, 12, 11, 10];

const matching = [2, 3, 5, 7, 11, 13];

const allOf = (ids: readonly number[]) => pageOf(ids, ids.length);

const cut = (ids: readonly number[], skip: number, take: number) =>
  pageOf(ids.slice(skip, skip + take), ids.length);

const inHour = (hour: number): unknown => `2026-03-01T${String(hour).padStart(2, "0")}:00:00Z`;

/** Records with the moments of their modification: an hour apart, but for the two of one instant. */
const dated = (ids: readonly number[], write = inHour) => ({
  body: {
    items: ids.map((id) => ({ id, modifiedDateTimeUtc: write(byModification.indexOf(id === 9 ? 4 : id)) })),
    total: ids.length,
  },
});

const still: Readonly<Record<string, AnswerExample>> = {
  "listGifts: ascending": cut(byId, 0, 12),
  "listGifts: ID": cut(byId, 0, 12),
  "listGifts: long": allOf(byId),
  "listGifts: skipped long": cut(byId, 3, 12),
  "listGifts: before last": cut(byId, 0, 12),
  "listGifts: last": cut(byId, 3, 12),
  "listGifts: past": cut(byId, 15, 12),
  "listGifts: descending": cut(byId.toReversed(), 0, 12),
  "listGifts: descending skipped": cut(byId.toReversed(), 3, 12),
  "listGifts: ties": dated(byModification),
  "listGifts: ties as MODIFIEDDATETIMEUTC": dated(byModification),
  "listGifts: ties as ModifiedDateTimeUtc": dated(byModification),
  "listGifts: ties last": dated(byModification),
  "listGifts: ties descending": dated(byModification.toReversed()),
  "listGifts: searched": allOf(matching),
  "listGifts: searched skipped": cut(matching, 3, 12),
};

/** The same records with ids that are rounded, and a property that differs in every answer. */
const counted: Readonly<Record<string, AnswerExample>> = Object.fromEntries(
  Object.entries(still).map(([label, { body }], reads) => {
    const { items, total } = body as {
      readonly items: readonly { readonly id: number }[];
      readonly total: number;
    };
    return [label, { body: { total, items: items.map(({ id }) => ({ id: 2 ** 54 + 4096 * id, reads })) } }];
  }),
);

/** The same records with another notation of the moments of their modification. */
const written = (write: (hour: number) => unknown) => ({
  seed: 1,
  answers: {
    ...still,
    ...Object.fromEntries(
      ["ties", "ties as MODIFIEDDATETIMEUTC", "ties as ModifiedDateTimeUtc", "ties last"].map((name) => [
        `listGifts: ${name}`,
        dated(byModification, write),
      ]),
    ),
    "listGifts: ties descending": dated(byModification.toReversed(), write),
  },
});

export const passive: Family<PassiveExamples> = {
  "page-is-no-longer-than-asked": {
    pass: {
      operation: "listGifts",
      body: { items: [{ id: 1 }, { id: 2 }], total: 180 },
      path: "/api/Gift/list?Skip=0&Take=100&SortBy=id",
    },
    otherwise: {
      "a page of none is empty": { isUnjudged: true, path: "/api/Gift/list?Take=0" },
      "a size below zero is a size": { isUnjudged: true, path: "/api/Gift/list?Take=-1" },
      "whoever asks for no size gets few": { isUnjudged: true, path: "/api/Gift/list" },
    },
    fails: {
      "DON-02 /items: The list of gifts leaves the record in by which it sees whether there is a next page": {
        path: "/api/Gift/list?Take=1",
      },
    },
  },
  "page-agrees-with-its-total": {
    pass: {
      operation: "listGifts",
      path: "/api/Gift/list?Skip=4&Take=2",
      body: { items: [{ id: 5 }, { id: 6 }], total: 6 },
    },
    otherwise: {
      "records that look alike are one": { "/items": [{ name: "Quinn" }, { name: "Quinn" }] },
      "a number has all digits of an id": {
        "/items": [
          { id: 2 ** 53, n: 1 },
          { id: 2 ** 53, n: 2 },
        ],
      },
      "a place below zero is the first": { path: "/api/Gift/list?Skip=-4&Take=2" },
      "a page of none holds some": { path: "/api/Gift/list?Skip=4&Take=0", "/items": [] },
      "there are records": { path: "/api/Gift/list?Skip=0&Take=2", body: { items: [], total: 0 } },
    },
    fails: {
      "DON-03: The total leaves out the page itself": { "/total": 4 },
      "DON-03: The last page is empty": { "/items": [] },
      "DON-03 /items: A record is on the page twice": { "/items/1": { id: 5 } },
    },
  },
  "page-of-users-fits": {
    pass: {
      operation: "listUsers",
      path: "/v1/users?per_page=2",
      body: { data: [{ id: 1 }, { id: 2 }], meta: { total: 9 } },
    },
    otherwise: {
      "every list in the answer holds users": {
        body: { users: [{ id: 1 }, { id: 2 }], meta: { total: 9 }, roles: [{ id: 1 }, { id: 2 }, { id: 3 }] },
      },
      "a page of none is empty": { path: "/v1/users?per_page=0" },
    },
    fails: {
      "VOL-07: A page holds one user more": {
        body: { data: [{ id: 1 }, { id: 2 }, { id: 3 }], meta: { total: 9 } },
      },
      "VOL-07: The total counts pages": { "/meta/total": 1 },
    },
  },
};

export const active: Family<ActiveExamples> = {
  "list-parameters-are-taken": {
    pass: {
      "listGifts: no optional parameter": pageOf([1, 2, 3], 3),
      "listGifts: another page": pageOf([2], 3),
      "*": pageOf([1], 3),
    },
    otherwise: {
      "there are records": {
        "listGifts: no optional parameter": pageOf([], 0),
        "listGifts: no optional parameter again": pageOf([], 0),
        "listGifts: another page": 404,
        "*": pageOf([], 0),
      },
      "records stay as they are while they are listed": {
        isUnjudged: true,
        answers: {
          "listGifts: another page": pageOf([1, 2, 3], 3),
          "listGifts: no optional parameter again": pageOf([1, 2], 2),
        },
      },
      "a search takes any sign": { "listGifts: a search with signs": 400 },
    },
    fails: {
      "DON-04: SortBy and Descending are refused": { "listGifts: another page": 400 },
      "DON-04 /items: The list ignores its parameters": { "listGifts: another page": pageOf([1, 2, 3], 3) },
    },
  },
  "queries-answer-pages": {
    pass: { "*": 200 },
    otherwise: {
      "there is more than one record": {
        "queryGifts: no optional parameter": { body: { items: [{ id: 1 }], total: 1 } },
        "queryGifts: another page": 404,
        "queryGifts: all of its parameters": { body: { items: [{ id: 1 }], total: 1 } },
      },
      "a page without a size holds more than one record": {
        "queryGifts: no optional parameter": { body: { items: [{ id: 2 }], total: 3 } },
        "queryGifts: another page": { body: { items: [{ id: 2 }], total: 3 } },
      },
    },
    fails: {
      "DON-10: A query is answered with 201, since it is a POST": {
        "querySegments: all of its parameters": 201,
      },
    },
  },
  "reference-lists-answer": {
    pass: { "*": { body: {} } },
    otherwise: {
      "a list is in the paged envelope": { "*": { body: [] } },
      "there is something in a list": { "*": { body: { items: [], total: 0 } } },
      "an empty list has a body": { "listPremiums: no optional parameter": 204 },
    },
    fails: {
      "DON-09: The list of projects answers only when it is asked for a number": {
        "listProjects: no optional parameter": 400,
      },
      "DON-09: Custom fields, premiums and projects are not found": {
        "listProjects: no optional parameter": 404,
      },
    },
  },
  "page-total-is-stable": {
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
  },
  "users-are-listed": {
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
  },
  "pages-follow-one-order": {
    pass: { seed: 1, answers: still },
    otherwise: {
      "records of one moment change their order, too": {
        seed: 1,
        answers: {
          ...still,
          "listGifts: ties descending": dated([10, 11, 12, 5, 6, 7, 13, 14, 2, 4, 9, 1, 8, 3, 15]),
        },
      },
      "every record has a moment of modification": written((hour) => (hour > 12 ? null : inHour(hour))),
      "a date that is not set comes last": written((hour) =>
        hour > 12 ? "0001-01-01T00:00:00" : inHour(hour),
      ),
      "ids are beyond the precision of numbers, and records count who reads them": {
        answers: counted,
        isUnjudged: true,
      },
      "a date begins with its year": written((hour) => `${hour + 1}/${hour < 6 ? "12/2025" : "01/2026"}`),
      "nobody adds a record while pages are read": {
        "listGifts: ascending again": cut([...byId, 16], 0, 12),
        "listGifts: descending": cut([16, ...byId.toReversed()], 0, 12),
      },
    },
    fails: {
      "DON-05 /items: SortBy=ID is not known and falls back to another order": {
        "listGifts: ID": cut(byModification, 0, 12),
      },
      "DON-05 /items: SortBy=MODIFIEDDATETIMEUTC is not known and falls back to the order of ids": {
        "listGifts: ties as MODIFIEDDATETIMEUTC": allOf(byId),
      },
      "DON-05 /items: SortBy=ModifiedDateTimeUtc is refused": {
        "listGifts: ties as ModifiedDateTimeUtc": 400,
      },
      "DON-05 /items: The list cannot be ordered by modifieddatetimeutc": { "listGifts: ties": 400 },
      "DON-06 /items: Descending changes nothing": { "listGifts: descending": cut(byId, 0, 12) },
      "DON-06 /items: Descending leaves records of the last hours in ascending order": {
        "listGifts: ties descending": dated([10, 11, 12, 5, 6, 7, 14, 13, 2, 9, 4, 1, 8, 3, 15]),
      },
      "DON-07 /items: Skip leaves out one record too many": { "listGifts: skipped long": cut(byId, 4, 12) },
      "DON-07 /items: With Filter, every page is the first": {
        "listGifts: searched skipped": allOf(matching),
      },
    },
  },
};
