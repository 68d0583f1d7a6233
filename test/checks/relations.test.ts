import { expect, test } from "vitest";
import { createdStays } from "../../src/checks/relations/created-stays.ts";
import { oneOrder } from "../../src/checks/relations/one-order.ts";
import { listAnswers } from "../../src/checks/relations/list-answers.ts";
import { leftOut } from "../../src/checks/relations/shown-in-answers.ts";
import { lastWritten } from "../../src/checks/relations/last-written.ts";
import { membersAreSet, membersOverTime } from "../../src/checks/relations/members-set.ts";
import { pageFits } from "../../src/checks/relations/page-fits.ts";
import { totalsStay } from "../../src/checks/relations/totals-stay.ts";
import { outOfReach } from "../../src/checks/relations/out-of-reach.ts";
import { staysInItsOrganization } from "../../src/checks/relations/own-organization.ts";
import { idsApart, readById } from "../../src/checks/relations/read-by-id.ts";
import { replacedWhole } from "../../src/checks/relations/replaced-whole.ts";
import { textsComeBack } from "../../src/checks/relations/texts-come-back.ts";
import { writtenIsRead } from "../../src/checks/relations/written-is-read.ts";
import type { JsonObject } from "../../src/core/model/json-object.ts";
import type { RunEvent } from "../../src/core/model/run-event.ts";
import { embeddedTarget } from "../../src/inputs/embedded-target.ts";
import { run } from "../../src/core/run/run.ts";
import { createValidation } from "../../src/core/validation/validation.ts";
import {
  createLibrary,
  libraryContract,
  librarySettings,
  pagedLists,
  resources,
  type Asked,
  type Defect,
} from "../core/toy/library.ts";
import { reportOf } from "../report-of.ts";

const { shelf, author, label, readers } = resources;

const words = (id: string) => ({ id, title: id, why: "" });

const { listAuthors, listLabels, listLoans, listVisits } = pagedLists;

const allPages = totalsStay([listAuthors, listLoans, listVisits], words("totals-stay"));

/** The records and lists of the toy contract, each in the relations that its declaration allows. */
const relations = [
  textsComeBack([shelf], { ...words("shelf-texts"), turns: 1, few: 1 }),
  textsComeBack([author], { ...words("author-texts"), turns: 1, few: 1 }),
  textsComeBack([label], { ...words("label-texts"), turns: 1, few: 1 }),
  writtenIsRead(author, words("author-is-read")),
  readById(shelf, words("shelf-is-read")),
  readById(author, words("author-is-found")),
  idsApart(shelf, words("shelf-ids")),
  idsApart(author, words("author-ids")),
  lastWritten(shelf, { ...words("shelf-over-time"), effort: 120 }),
  lastWritten(label, { ...words("label-over-time"), effort: 60 }),
  lastWritten(author, { ...words("author-over-time"), effort: 60 }),
  leftOut(shelf, words("shelves-are-left-out")),
  replacedWhole([label], { ...words("labels-are-replaced"), few: 1 }),
  createdStays(author, { ...words("authors-over-time"), effort: 60 }),
  outOfReach([shelf, author], { ...words("other-library-is-out-of-reach"), facts: ["LIB-30"] }),
  staysInItsOrganization([shelf, author], {
    ...words("writes-stay-in-their-library"),
    facts: ["LIB-30"],
    needs: [shelf.stranger],
  }),
  pageFits(pagedLists, { ...words("page-is-no-longer-than-asked"), fact: "LIB-31" }),
  pageFits(pagedLists, { ...words("page-agrees-with-its-total"), fact: "LIB-32" }),
  allPages,
  listAnswers([listLabels, listLoans, listVisits], words("lists-are-answered"), { few: 3 }),
  oneOrder([listLoans, listVisits], words("one-order")),
  membersAreSet({ set: readers }, words("readers-are-set")),
  membersOverTime({ set: readers }, { ...words("readers-over-time"), effort: 60 }),
];

const contract = libraryContract(relations);

const clock = { now: () => 1_800_000_000_000, sleep: () => Promise.resolve() };
const validation = createValidation(contract);

/** Runs the chosen relations; all of them by default. */
const runOn = (defect?: Defect, judging = relations, budget = Infinity): AsyncIterable<RunEvent> => {
  const library = createLibrary(defect);
  const sandbox = {
    ...library,
    config: () => ({ interfaces: librarySettings }),
    clock,
    close: () => Promise.resolve(),
  };
  // A passive relation judges the traffic of others.
  const checks = judging.every(({ effect }) => effect === "passive") ? [...judging, allPages] : judging;
  return run({
    contract: { ...contract, checks },
    validation,
    target: {
      ...embeddedTarget(sandbox, { contract, clock, monotonic: () => 0, random: () => 0 }),
      budget,
    },
    seed: 1,
    version: "0.0.0",
    clock,
    nonce: () => "nonce",
    baseline: new Set(),
  });
};

/** Runs the relations that judge the fact, or one of them, until the first finding of the fact. */
const isBlamed = async (fact: string, defect: Defect, relation?: string): Promise<boolean> => {
  const judging = relations.filter(({ id, facts }) =>
    relation === undefined ? facts.includes(fact) : id === relation,
  );
  // Enough to find the defect, too few to search for further ones.
  for await (const event of runOn(defect, judging, relation === undefined ? Infinity : 100))
    if (event.type === "finding" && event.finding.fact === fact) return true;
  return false;
};

test("a library that keeps all that is stated passes every fact of its records", async () => {
  const report = await reportOf(runOn());
  expect(report.findings).toEqual([]);
  expect(report.facts.map(({ id, status }) => `${id} ${status}`)).toEqual(
    // That a sequence has asked with a limited token is not known beforehand.
    contract.facts.map(({ id }) => `${id} ${["LIB-21"].includes(id) ? "skipped" : "passed"}`),
  );
});

type Written = "replaceShelf" | "createAuthor" | "updateAuthor" | "replaceLabel";

const facts: Readonly<Record<Written, string>> = {
  replaceShelf: "LIB-10",
  createAuthor: "LIB-14",
  updateAuthor: "LIB-15",
  replaceLabel: "LIB-17",
};

/** The relation that searches the sequences of each write, refused callers included. */
const sequences: Readonly<Record<Written, string>> = {
  replaceShelf: "shelf-over-time",
  createAuthor: "authors-over-time",
  updateAuthor: "author-over-time",
  replaceLabel: "label-over-time",
};

const writes = Object.keys(facts) as readonly Written[]; // Its own keys.

/** Without a relation, any of those that judge the fact may find the defect. */
type Row = readonly [name: string, fact: string, defect: Defect, relation?: string];

const only =
  (operation: string, change: (record: JsonObject, before: JsonObject, asked: Asked) => JsonObject) =>
  (record: JsonObject, before: JsonObject, asked: Asked): JsonObject =>
    asked.operation === operation ? change(record, before, asked) : record;

const onTexts =
  (change: (text: string) => unknown) =>
  (record: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => [
        name,
        typeof value === "string" && ["name", "description"].includes(name) ? change(value) : value,
      ]),
    );

/** What becomes of texts, whoever writes them. */
const textDefects: Readonly<Record<string, (text: string) => unknown>> = {
  "lose emoji": (text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, "?"),
  "lose accents": (text) => text.normalize("NFD").replaceAll(/\p{M}/gu, ""),
  "are read as Latin-1": (text) => Buffer.from(text, "utf8").toString("latin1"),
  "are escaped": (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;"),
  "end at an apostrophe": (text) => text.split("'")[0],
};

/** Texts of what can be updated are not tried in creations: what is created stays. */
const ofTexts: readonly Row[] = (["replaceShelf", "updateAuthor", "replaceLabel"] as const).flatMap(
  (operation) =>
    Object.entries(textDefects).map(([name, change]): Row => [
      `texts of ${operation} ${name}`,
      facts[operation],
      { stores: only(operation, onTexts(change)) },
    ]),
);

/** Answers of an operation with a status, or with success, have another one, after so many of its answers. */
const turned = (operation: string, from: number | "success", to: number, after = 0): Defect => ({
  status: (status, asked) => {
    const isMeant = from === "success" ? status < 300 : status === from;
    return isMeant && asked.operation === operation && asked.count >= after ? to : status;
  },
});

/** Who gets through with a write, or writes though refused. */
const ofCallers: readonly Row[] = writes.flatMap((operation): readonly Row[] => {
  const relation = sequences[operation];
  const isBy = (asked: Asked, caller: Asked["caller"]): boolean =>
    asked.operation === operation && asked.caller === caller && asked.body !== undefined;
  const letIn = (caller: Asked["caller"]): Defect => ({
    status: (status, asked) => (isBy(asked, caller) ? 200 : status),
    writes: (isAllowed, asked) => isAllowed || isBy(asked, caller),
  });
  const stored = (caller: Asked["caller"]): Defect => ({
    writes: (isAllowed, asked) => isAllowed || isBy(asked, caller),
  });
  return [
    [`${operation} takes no credential`, "LIB-20", letIn(undefined), relation],
    [`${operation} takes a limited token`, "LIB-21", letIn("limited"), relation],
    [`${operation} answers 400 without permission`, "LIB-21", turned(operation, 403, 401), relation],
    [`${operation} takes malformed JSON`, "LIB-22", turned(operation, 400, 200), relation],
    [`${operation} fails`, facts[operation], turned(operation, "success", 500), relation],
    [
      `${operation} fails from the third time on`,
      facts[operation],
      turned(operation, "success", 500, 2),
      relation,
    ],
    ...(operation === "createAuthor"
      ? []
      : [[`${operation} is refused and stored`, facts[operation], stored("limited"), relation] as const]),
  ];
});

const mergedBy = (...names: readonly string[]): Defect => ({
  stores: only("replaceShelf", (record, before) => ({
    ...Object.fromEntries(names.flatMap((name) => (name in before ? [[name, before[name]]] : []))),
    ...record,
  })),
});

const shows = (
  operation: string,
  change: (answer: JsonObject, before: JsonObject) => JsonObject,
): Defect => ({
  shows: (answer, asked, before) => (asked.operation === operation ? change(answer, before) : answer),
});

const ofRecords: readonly Row[] = [
  ...["kind", "description", "hidden", "builtAt", "width"].map((name): Row => [
    `a replacement keeps ${name}`,
    "LIB-11",
    mergedBy(name),
  ]),
  ["a replacement merges", "LIB-11", mergedBy("kind", "description", "hidden", "builtAt", "width")],
  [
    "a shelf stays hidden",
    "LIB-12",
    shows("replaceShelf", (answer) => ({ ...answer, isHidden: true })),
    "shelf-over-time",
  ],
  [
    "a shelf was built the day after",
    "LIB-10",
    shows("replaceShelf", (answer) => ({ ...answer, builtOn: "2021-12-01" })),
  ],
  ["a shelf moves", "LIB-10", { shows: (answer, { count }) => ({ ...answer, room: count }) }],
  ["a replacement answers the shelf before", "LIB-10", shows("replaceShelf", (_, before) => before)],
  [
    "a replacement answers another shelf",
    "LIB-10",
    shows("replaceShelf", (answer) => ({ ...answer, id: 4 })),
  ],
  ["every kind of shelf is taken", "LIB-13", turned("replaceShelf", 422, 200), "shelf-over-time"],
  ["an author without a name is taken", "LIB-14", turned("createAuthor", 422, 201)],
  [
    "an invalid update is refused and stored",
    "LIB-15",
    {
      writes: (isAllowed, { operation, body }) =>
        isAllowed || (operation === "updateAuthor" && body?.["name"] === ""),
    },
  ],
  ["an update is not stored", "LIB-15", { stores: only("updateAuthor", (_, before) => before) }],
  [
    "an update is stored once",
    "LIB-15",
    { stores: only("updateAuthor", (record, before, { count }) => (count > 1 ? before : record)) },
    "author-over-time",
  ],
  ["an update answers the author before", "LIB-15", shows("updateAuthor", (_, before) => before)],
  ["an update answers another author", "LIB-15", shows("updateAuthor", (answer) => ({ ...answer, id: 8 }))],
  [
    "the first two authors are one",
    "LIB-14",
    { finds: (id, { operation }) => (operation === "createAuthor" ? Math.min(id, 9) : id) },
    "authors-over-time",
  ],
  [
    "a new author loses the description",
    "LIB-14",
    shows("readAuthor", (answer) => ({ ...answer, description: null })),
  ],
  [
    "name and description of a new author are swapped",
    "LIB-14",
    {
      stores: only("createAuthor", (record) => ({
        ...record,
        name: record["description"],
        description: record["name"],
      })),
    },
  ],
  [
    "a new author is read once",
    "LIB-14",
    {
      status: (status, { operation, count }) =>
        operation === "readAuthor" && count % 2 === 1 ? 404 : status,
    },
    "authors-over-time",
  ],
  ["an unknown shelf is an empty one", "LIB-39", turned("readShelf", 404, 200)],
  ["every shelf is the first", "LIB-39", shows("readShelf", (answer) => ({ ...answer, id: 1 }))],
  ["a shelf is elsewhere", "LIB-39", turned("readShelf", 200, 302)],
  [
    "the last listed author is not found",
    "LIB-40",
    {
      reaches: (isOwn, { operation }, id) => isOwn && !(operation === "readAuthor" && id === 8),
    },
  ],
  [
    "shelves are found modulo 2^32",
    "LIB-39",
    { finds: (id, { operation }) => (operation === "readShelf" ? Number(BigInt(id) % 2n ** 32n) : id) },
  ],
  ["an author is another", "LIB-40", shows("readAuthor", (answer) => ({ ...answer, id: 2 }))],
  [
    "the last author is not listed",
    "LIB-16",
    { lists: (records) => (records.length > 3 ? records.slice(0, -1) : records) },
  ],
  ["the list fails later", "LIB-16", turned("listAuthors", "success", 500, 2)],
];

const reaching = (...operations: readonly string[]): Defect => ({
  reaches: (isOwn, { operation }) => isOwn || operations.includes(operation),
});

/** What another organization gets hold of. */
const ofStrangers: readonly Row[] = [
  ...["readShelf", "readAuthor", "replaceShelf", "updateAuthor", "listAuthors"].map((operation): Row => [
    `${operation} serves any library`,
    "LIB-30",
    reaching(operation),
  ]),
  [
    "the other library replaces a shelf in part",
    "LIB-30",
    {
      reaches: (isOwn, { operation, body = {} }) =>
        isOwn || (operation === "replaceShelf" && Object.keys(body).length === 1),
    },
  ],
  [
    "the other library is refused and obeyed",
    "LIB-30",
    {
      writes: (isAllowed, { operation, caller }) =>
        isAllowed || (operation === "updateAuthor" && caller === "other"),
    },
  ],
  [
    "this library is refused and obeyed in the other one",
    "LIB-30",
    {
      writes: (isAllowed, { operation, body }) =>
        isAllowed || (operation === "updateAuthor" && body?.["name"] === "Written by another organization"),
    },
  ],
  [
    "new authors are open to every library",
    "LIB-30",
    { reaches: (isOwn, { operation }, id) => isOwn || (operation === "readAuthor" && id > 8) },
  ],
  [
    "new authors are in the lists of every library",
    "LIB-30",
    { reaches: (isOwn, { operation }, id) => isOwn || (operation === "listAuthors" && id > 8) },
  ],
  ["new authors count in every library", "LIB-30", { counts: (total, all) => (all > 4 ? total + 1 : total) }],
];

/** The ids of the readers of a record. */
const readersOf = ({ readers: ids }: JsonObject): readonly unknown[] => (Array.isArray(ids) ? ids : []);

const setting = (
  change: (now: readonly unknown[], before: readonly unknown[], asked: Asked) => unknown[],
) => ({
  stores: only("replaceReaders", (record, before, asked) => ({
    ...record,
    readers: change(readersOf(record), readersOf(before), asked),
  })),
});

/** What becomes of a set of readers. */
const ofReaders: readonly (readonly [name: string, defect: Defect])[] = [
  ["readers are added to those from before", setting((now, before) => [...new Set([...before, ...now])])],
  ["the last reader is lost", setting((now) => now.slice(0, -1))],
  ["the first of three readers is lost", setting((now) => (now.length > 2 ? now.slice(1) : [...now]))],
  ["a reader from before stays", setting((now) => [60, ...now])],
  [
    "a third set of readers merges",
    setting((now, before, { count }) => (count > 1 ? [...before, ...now] : [...now])),
  ],
  ["nobody is everybody", setting((now, before) => (now.length === 0 ? [...before] : [...now]))],
  ["an invalid set of readers is taken", turned("replaceReaders", 422, 200)],
  ["an invalid set of readers gets 400", turned("replaceReaders", 422, 400)],
  [
    "an invalid set of readers is refused and empties it",
    {
      ...setting((now) => [...now]),
      writes: (isAllowed, { operation, body }) =>
        isAllowed || (operation === "replaceReaders" && body?.["readers"] === "everybody"),
    },
  ],
  [
    "readers are read as before",
    {
      shows: (answer, { operation, count }) =>
        operation === "readReaders" && count > 0 ? { ...answer, readers: [61, 62, 63] } : answer,
    },
  ],
  ["a set of readers fails later", turned("replaceReaders", "success", 500, 3)],
];

const ofReaderCallers: readonly Row[] = [
  ["anybody sets readers", "LIB-20", turned("replaceReaders", 401, 200), "readers-over-time"],
  ["a limited token sets readers", "LIB-21", turned("replaceReaders", 403, 200), "readers-over-time"],
];

/** What becomes of labels, which show in a list alone. */
const ofLabels: readonly Row[] = [
  [
    "a label keeps its color",
    "LIB-17",
    { stores: only("replaceLabel", (record, before) => ({ ...before, ...record })) },
  ],
  [
    "a label is stored once",
    "LIB-17",
    { stores: only("replaceLabel", (record, before, { count }) => (count > 1 ? before : record)) },
  ],
  [
    "the color of a label is stored once",
    "LIB-17",
    {
      stores: only("replaceLabel", (record, before) => ({
        ...record,
        ...("color" in record && before["color"] !== undefined ? { color: before["color"] } : {}),
      })),
    },
  ],
  ["a label is answered with 202", "LIB-17", turned("replaceLabel", 200, 202)],
  [
    "the list of labels is behind",
    "LIB-17",
    {
      lists: (records, { operation }) =>
        operation === "listLabels" ? records.map((record) => ({ ...record, name: "Lent" })) : records,
    },
  ],
  ["the list of labels fails later", "LIB-18", turned("listLabels", "success", 500, 2)],
];

/** Another stretch of all records than the one that was asked for. */
const stretched = (
  operation: string,
  change: (from: number, size: number) => readonly [number, number],
): Defect =>
  onPages(operation, (page, { all, from, size }) => {
    const [start, length] = change(from, size);
    return { ...page, items: all.slice(start, start + length) };
  });

const onPages = (operation: string, change: NonNullable<Defect["pages"]>): Defect => ({
  pages: (page, asked) => (asked.operation === operation ? change(page, asked) : page),
});

/** What becomes of pages, whether they have a number or a cursor. */
const ofPages: readonly Row[] = (["listLoans", "listVisits"] as const).flatMap(
  (operation): readonly Row[] => {
    const total = (is: (asked: { readonly from: number; readonly size: number }) => boolean): Defect =>
      onPages(operation, (page, asked) => (is(asked) ? { ...page, total: page.total - 1 } : page));
    const items = (change: NonNullable<Defect["lists"]>): Defect =>
      onPages(operation, (page, asked) => ({ ...page, items: change(page.items, asked) }));
    return [
      [
        `pages of ${operation} are one record longer`,
        "LIB-31",
        stretched(operation, (from, size) => [from, size + 1]),
      ],
      [
        `${operation} takes less than five for five`,
        "LIB-31",
        stretched(operation, (from, size) => [from, Math.max(5, size)]),
      ],
      [`${operation} counts less on the first page`, "LIB-32", total(({ from }) => from === 0)],
      [`${operation} counts less on later pages`, "LIB-32", total(({ from }) => from > 0)],
      [`${operation} counts less on a page of one`, "LIB-32", total(({ size }) => size === 1)],
      [
        `${operation} counts a page`,
        "LIB-32",
        onPages(operation, (page) => ({ ...page, total: page.items.length })),
      ],
      [
        `${operation} counts one more`,
        "LIB-32",
        onPages(operation, (page) => ({ ...page, total: page.total + 1 })),
      ],
      [
        `the last page of ${operation} lacks a record`,
        "LIB-32",
        onPages(operation, (page, { all, from, size }) =>
          from > 0 && from + size >= all.length ? { ...page, items: page.items.slice(0, -1) } : page,
        ),
      ],
      [
        `a record of ${operation} is there twice`,
        "LIB-32",
        items(([first, ...rest]) => [first ?? {}, first ?? {}, ...rest.slice(1)]),
      ],
      [
        `later pages of ${operation} begin one record early`,
        "LIB-32",
        stretched(operation, (from, size) => [Math.max(0, from - 1), size]),
      ],
      [
        `later pages of ${operation} begin one record late`,
        "LIB-32",
        stretched(operation, (from, size) => [from > 0 ? from + 1 : 0, size]),
      ],
      [
        `long pages of ${operation} lack a record`,
        "LIB-32",
        onPages(operation, (page, { size }) => ({
          ...page,
          items: size > 5 ? page.items.filter((_, index) => index !== 2) : page.items,
        })),
      ],
    ];
  },
);

/** What becomes of a list whose pages after the first are not stated. */
const ofSizes: readonly Row[] = [
  [
    "the total depends on the size",
    "LIB-32",
    onPages("listAuthors", (page, { size }) => ({ ...page, total: Math.max(size, page.total) })),
  ],
  [
    "every size is three",
    "LIB-31",
    onPages("listAuthors", (page, { all }) => ({ ...page, items: [...all, ...all].slice(0, 3) })),
  ],
  ["no size is taken", "LIB-16", turned("listAuthors", "success", 400, 1)],
];

const understood = (
  operation: string,
  change: (query: Asked["query"]) => Asked["query"],
  when: (query: Asked["query"]) => boolean = () => true,
): Defect => ({
  understands: (query, asked) => (asked.operation === operation && when(query) ? change(query) : query),
});

const passedOver =
  (...names: readonly string[]) =>
  (query: Asked["query"]): Asked["query"] =>
    Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)));

const isReversed = ({ reverse }: Asked["query"]): boolean => reverse === "true";

/** What becomes of the orders of lists with page numbers, a search or a cursor. */
const ofOrders: readonly Row[] = [
  ...(["listLoans", "listVisits"] as const).flatMap((operation): readonly Row[] => [
    [`${operation} passes over reverse`, "LIB-37", understood(operation, passedOver("reverse"))],
    [
      `${operation} turns reverse round`,
      "LIB-37",
      understood(operation, (query) => ({ ...query, reverse: String(!isReversed(query)) })),
    ],
    [
      `${operation} reverses the page alone`,
      "LIB-37",
      {
        ...understood(operation, passedOver("reverse")),
        ...onPages(operation, (page, { query }) =>
          isReversed(query) ? { ...page, items: page.items.toReversed() } : page,
        ),
      },
    ],
    [
      `${operation} takes any reverse for true`,
      "LIB-37",
      understood(operation, (query) => ("reverse" in query ? { ...query, reverse: "true" } : query)),
    ],
    [
      `later pages of ${operation} ascend`,
      "LIB-37",
      understood(
        operation,
        passedOver("reverse"),
        ({ page = "1", after }) => page !== "1" || after !== undefined,
      ),
    ],
    [`${operation} passes over its position`, "LIB-38", understood(operation, passedOver("page", "after"))],
    [
      `${operation} passes over its position when reversed`,
      "LIB-38",
      understood(operation, passedOver("page", "after"), isReversed),
    ],
    [
      `later pages of ${operation} leave out one more`,
      "LIB-38",
      stretched(operation, (from, size) => [from > 0 ? from + 1 : 0, size]),
    ],
  ]),
  [
    "capitals in order are refused",
    "LIB-36",
    { status: (status, { query }) => (/[A-Z]/.test(query["order"] ?? "") ? 400 : status) },
  ],
  [
    "capitals in order mean the other order",
    "LIB-36",
    understood(
      "listLoans",
      (query) => ({ ...query, order: "dueon" }),
      ({ order }) => order === "ID",
    ),
  ],
  [
    "DUEON means nothing",
    "LIB-36",
    understood("listLoans", passedOver("order"), ({ order = "" }) => /[A-Z]/.test(order)),
  ],
  ["order is passed over", "LIB-36", understood("listLoans", passedOver("order"))],
  ["loans by id are by day", "LIB-36", understood("listLoans", (query) => ({ ...query, order: "dueon" }))],
  [
    "order by day is refused",
    "LIB-36",
    { status: (status, { query }) => (query["order"] === "dueon" ? 400 : status) },
  ],
  [
    "loans by day are by id backwards",
    "LIB-36",
    understood(
      "listLoans",
      (query) => ({ ...query, order: "id", reverse: "true" }),
      ({ order, reverse }) => order === "dueon" && reverse === "false",
    ),
  ],
  [
    "reverse turns ids alone",
    "LIB-37",
    understood("listLoans", passedOver("reverse"), ({ order }) => order === "dueon"),
  ],
  [
    "a search is always on its first page",
    "LIB-38",
    understood("listLoans", passedOver("page"), ({ q }) => q !== undefined),
  ],
  [
    "a search counts all",
    "LIB-32",
    onPages("listLoans", (page, { query }) => ("q" in query ? { ...page, total: 14 } : page)),
  ],
  ...[31, 32].map((bits): Row => [
    `a search on pages beyond 2^${bits} begins again`,
    "LIB-32",
    understood(
      "listLoans",
      (query) => ({ ...query, page: "1" }),
      ({ page = "1", q }) => q !== undefined && Number(page) >= 2 ** bits,
    ),
  ]),
  [
    "a search in vain counts what it does not show",
    "LIB-32",
    onPages("listLoans", (page, { all }) => (all.length === 0 ? { ...page, total: 1 } : page)),
  ],
];

const rows: readonly Row[] = [
  ...ofTexts,
  ...ofCallers,
  ...ofRecords,
  ...ofStrangers,
  ...ofLabels,
  ...ofPages,
  ...ofSizes,
  ...ofOrders,
  ...ofReaders.map(([name, defect]): Row => [name, "LIB-35", defect]),
  ...ofReaderCallers,
];

for (const [name, fact, defect, relation] of rows)
  test(`${name}: ${fact} is blamed`, async () => {
    expect(await isBlamed(fact, defect, relation)).toBe(true);
  });

test("at least a hundred and fifty defects are planted", () => {
  expect(rows.length).toBeGreaterThanOrEqual(150);
});
