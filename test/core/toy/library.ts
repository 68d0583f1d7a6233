import { createFieldNames } from "../../../src/core/privacy/field-names.ts";
import { isObject, type JsonObject } from "../../../src/core/model/json-object.ts";
import type { Contract } from "../../../src/core/model/contract.ts";
import type { Fact } from "../../../src/core/model/fact.ts";
import type { Method, Operation } from "../../../src/core/model/operation.ts";
import type { PagedList, Resource } from "../../../src/core/model/resource.ts";
import { toyContract } from "./contract.ts";
import { documents } from "./documents.ts";

const refused = [
  { status: 401, fact: "LIB-20" },
  { credential: "library.credentials.limitedToken", status: 403, fact: "LIB-21" },
] as const;

const common = {
  interface: "library",
  credential: "library.credentials.token",
  stranger: "library.credentials.otherToken",
  refused,
  malformed: { statuses: [400], fact: "LIB-22" },
} as const;

const ofList = (operation: string, fact: string) =>
  ({ interface: "library", credential: common.credential, operation, fact }) as const;

const shown = { items: "/items", total: "/total", facts: { take: "LIB-31", total: "LIB-32" } } as const;

const ofOrder = { descending: "LIB-37", position: "LIB-38" } as const;

/** Authors have a page size, labels no page, loans page numbers, orders and a search, and visits a cursor. */
export const pagedLists = {
  listAuthors: {
    ...ofList("listAuthors", "LIB-16"),
    paging: { in: "query", parameters: { take: "size" }, ...shown },
  },
  listLabels: { ...ofList("listLabels", "LIB-18"), paging: { in: "query", parameters: {}, ...shown } },
  listLoans: {
    ...ofList("listLoans", "LIB-33"),
    paging: {
      in: "query",
      parameters: { take: "size", page: "page", sortBy: "order", descending: "reverse", filter: "q" },
      order: { ids: "id", ties: { by: "dueon", shown: "dueOn" }, facts: { sortBy: "LIB-36", ...ofOrder } },
      ...shown,
    },
  },
  listVisits: {
    ...ofList("listVisits", "LIB-34"),
    paging: {
      in: "query",
      parameters: { take: "limit", cursor: "after", sortBy: "order", descending: "reverse" },
      next: "/next",
      order: { ids: "id", facts: ofOrder },
      ...shown,
    },
  },
} as const satisfies Readonly<Record<string, PagedList>>;

/** Shelves are replaced, authors created, updated and listed, labels replaced by an id in the body, and readers set. */
export const resources = {
  shelf: {
    ...common,
    called: "shelf",
    shown: "whole",
    names: { hidden: "isHidden", builtAt: "builtOn" },
    days: { builtAt: "builtOn" },
    keeps: ["room"],
    perOrganization: ["kind"],
    invalid: { values: { kind: "no such kind" }, status: 422, fact: "LIB-13" },
    replace: {
      operation: "replaceShelf",
      fact: "LIB-10",
      leftOut: "LIB-11",
      facts: { hidden: "LIB-12" },
      statuses: [200],
      id: { parameter: "shelfId", setting: "library.scratch.shelfId", other: "library.scratch.otherShelfId" },
      body: {
        kind: "$library.scratch.kind",
        description: "Whatever is read often.",
        hidden: true,
        builtAt: "2020-02-29T10:30:00Z",
        width: 90,
      },
    },
    read: {
      operation: "readShelf",
      fact: "LIB-39",
      statuses: [200],
      unknown: [404],
      parameter: "shelfId",
      known: { own: ["library.scratch.shelfId"], other: ["library.scratch.otherShelfId"] },
    },
  },
  author: {
    ...common,
    called: "author",
    shown: "somewhere",
    create: {
      operation: "createAuthor",
      fact: "LIB-14",
      body: "library.scratch.createAuthor",
      newId: "library.created.author",
    },
    update: {
      operation: "updateAuthor",
      fact: "LIB-15",
      id: {
        parameter: "authorId",
        setting: "library.scratch.authorId",
        other: "library.scratch.otherAuthorId",
      },
      body: "library.scratch.updateAuthor",
    },
    invalid: { body: "library.scratch.invalidAuthor", status: 422 },
    read: {
      operation: "readAuthor",
      fact: "LIB-40",
      parameter: "authorId",
      known: { own: ["library.scratch.authorId"], other: ["library.scratch.otherAuthorId"] },
    },
    list: pagedLists.listAuthors,
  },
  label: {
    ...common,
    called: "label",
    shown: "by-id",
    replace: { operation: "replaceLabel", fact: "LIB-17", statuses: [200], body: "library.scratch.label" },
    reads: [pagedLists.listLabels],
  },
  readers: {
    ...common,
    called: "readers",
    shown: "ids",
    ids: "library.scratch.readerIds",
    replace: {
      operation: "replaceReaders",
      fact: "LIB-35",
      id: { parameter: "shelfId", setting: "library.scratch.shelfId" },
      body: "library.scratch.setReaders",
    },
    invalid: { body: "library.scratch.invalidReaders", status: 422 },
    read: { operation: "readReaders", parameter: "shelfId" },
  },
} as const satisfies Readonly<Record<string, Resource>>;

const listOf = (operation: string): PagedList | undefined =>
  Object.values<PagedList>(pagedLists).find((list) => list.operation === operation);

const typeOf = (option: string): "integer" | "boolean" | "string" => {
  if (["take", "page", "cursor"].includes(option)) return "integer";
  return option === "descending" ? "boolean" : "string";
};

const operationOf = (id: string, method: Method, path: string, effect: Operation["effect"]): Operation => {
  const [, parameter] = /\{(\w+)\}/.exec(path) ?? [];
  return {
    id,
    interface: "library",
    method,
    path,
    summary: id,
    effect,
    security: "bearer",
    parameters: [
      ...(parameter === undefined
        ? []
        : [{ name: parameter, in: "path", type: "integer", required: true } as const]),
      ...Object.entries(listOf(id)?.paging.parameters ?? {}).map(
        ([option, name]) => ({ name, in: "query", type: typeOf(option), required: false }) as const,
      ),
    ],
    ...(effect === "read"
      ? {}
      : { requestBody: { mediaType: "application/json", required: true, validator: `${id}.request` } }),
    responses: { "2XX": { mediaTypes: ["application/json"] } },
    facts: [],
    unknowns: [],
  };
};

const operations = [
  operationOf("readShelf", "GET", "/v3/shelves/{shelfId}", "read"),
  operationOf("replaceShelf", "PUT", "/v3/shelves/{shelfId}", "write"),
  operationOf("listAuthors", "GET", "/v3/authors", "read"),
  operationOf("createAuthor", "POST", "/v3/authors", "write"),
  operationOf("readAuthor", "GET", "/v3/authors/{authorId}", "read"),
  operationOf("updateAuthor", "PUT", "/v3/authors/{authorId}", "write"),
  operationOf("listLabels", "GET", "/v3/labels", "read"),
  operationOf("replaceLabel", "PUT", "/v3/labels", "write"),
  operationOf("readReaders", "GET", "/v3/readers/{shelfId}", "read"),
  operationOf("replaceReaders", "PUT", "/v3/readers/{shelfId}", "write"),
  operationOf("listLoans", "GET", "/v3/loans", "read"),
  operationOf("listVisits", "GET", "/v3/visits", "read"),
];

const factOf = (id: string): Fact => ({
  id,
  see: "write",
  statement: `The library keeps ${id}.`,
  places: [],
});

const facts = [
  10, 11, 12, 13, 14, 15, 16, 17, 18, 20, 21, 22, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40,
].map((number) => factOf(`LIB-${number}`));

const parts = {
  ...documents,
  operations: Object.fromEntries(operations.map((operation) => [operation.id, operation])),
  facts,
};

/** The toy contract with two records that are written, held to some checks. */
export const libraryContract = (checks: Contract["checks"]): Contract => ({
  ...toyContract,
  ...parts,
  fieldNames: createFieldNames(parts),
  checks,
  observers: [],
});

/** What a configuration says of a library. */
export const librarySettings = {
  library: {
    baseUrl: "http://library.test/v3",
    credentials: { token: "main-secret", limitedToken: "limited-secret", otherToken: "other-secret" },
    scratch: {
      shelfId: 3,
      otherShelfId: 4,
      kind: "oak",
      authorId: 7,
      otherAuthorId: 1,
      createAuthor: { name: "Ada Scratch", description: "May be changed by a run." },
      updateAuthor: { name: "Ada Changed", description: "Changed by a run." },
      label: { id: 5, name: "To be lent", color: "red", note: "Glued on the back." },
      readerIds: [61, 62, 63],
      setReaders: { readers: "$memberIds" },
      invalidReaders: { readers: "everybody" },
      invalidAuthor: { name: "", description: "An author without a name." },
    },
  },
};

/** What a library does with a request that it has understood. */
export interface Asked {
  readonly operation: string;
  readonly body: JsonObject | undefined;
  readonly caller: "main" | "limited" | "other" | undefined;
  /** How many requests of the operation there were before. */
  readonly count: number;
  readonly query: Query;
}

/** The parameters of a list, by their names. */
type Query = Readonly<Record<string, string>>;

/** An answer to a list. */
interface Page {
  readonly items: readonly JsonObject[];
  readonly total: number;
  readonly next?: number | null;
}

/** Which part of all records a page is asked to hold. */
interface Position {
  readonly from: number;
  readonly size: number;
  readonly all: readonly JsonObject[];
}

/** What may be wrong with a library; each part takes what a right one would do. */
export interface Defect {
  /** What is stored of a body; undefined for nothing. */
  stores?(record: JsonObject, before: JsonObject, asked: Asked): JsonObject;
  /** What an answer shows. */
  shows?(answer: JsonObject, asked: Asked, before: JsonObject): JsonObject;
  /** The status of an answer. */
  status?(status: number, asked: Asked): number;
  /** Whether a request that is answered so is carried out. */
  writes?(isAllowed: boolean, asked: Asked): boolean;
  /** The id of the record that a request is about. */
  finds?(id: number, asked: Asked): number;
  /** Whether a caller reaches a record, which may belong to the other library. */
  reaches?(isOwn: boolean, asked: Asked, id: number): boolean;
  /** The total of a list, by the number of its records and of all records of both libraries. */
  counts?(total: number, all: number, asked: Asked): number;
  /** What a list understands of its parameters. */
  understands?(query: Query, asked: Asked): Query;
  /** The records of a list. */
  lists?(records: readonly JsonObject[], asked: Asked): readonly JsonObject[];
  /** A page of a list. */
  pages?(page: Page, asked: Asked & Position): Page;
}

const callers = {
  "Bearer main-secret": "main",
  "Bearer limited-secret": "limited",
  "Bearer other-secret": "other",
} as const;

const callerOf = (header: string | null): Asked["caller"] =>
  Object.entries(callers).find(([known]) => known === header)?.[1];

const parsed = (text: string): JsonObject | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

const shelfShown = ({ hidden = false, builtAt, ...rest }: JsonObject): JsonObject => ({
  ...rest,
  isHidden: hidden,
  builtOn: typeof builtAt === "string" ? builtAt.slice(0, 10) : null,
  room: 2,
});

/** The records of a list that a search finds, in the order that is asked for: of equal ones the earlier id first. */
const arranged = (operation: string, query: Query, records: readonly JsonObject[]): readonly JsonObject[] => {
  const { sortBy, descending, filter } = listOf(operation)?.paging.parameters ?? {};
  const by = query[sortBy ?? ""]?.toLowerCase() === "dueon" ? "dueOn" : "id";
  const found = records.filter(({ title }) => String(title).includes(query[filter ?? ""] ?? ""));
  const sorted = found.toSorted((one, other) => Number(one[by]) - Number(other[by]));
  return query[descending ?? ""] === "true" ? sorted.toReversed() : sorted;
};

/** The part of a list that a query asks for: three records if it names no size. */
const positionIn = (operation: string, query: Query, all: readonly JsonObject[]): Position => {
  const { take, page, skip, cursor } = listOf(operation)?.paging.parameters ?? {};
  const asked = (name: string | undefined): number => Number(query[name ?? ""] ?? 0);
  const size = take === undefined ? all.length : asked(take) || 3;
  const after = skip === undefined ? all.findIndex(({ id }) => id === asked(cursor)) + 1 : asked(skip);
  return { all, size, from: page === undefined ? after : (Math.max(1, asked(page)) - 1) * size };
};

const isInvalid = ({ body }: Asked): boolean =>
  body?.["name"] === "" ||
  typeof body?.["readers"] === "string" ||
  (body?.["kind"] !== undefined && body["kind"] !== "oak");

const isCreation = (operation: string): boolean => operation.startsWith("create");

const wantedStatus = (asked: Asked, isThere: boolean): number => {
  const isWrite = /^(?:replace|create|update)/.test(asked.operation);
  if (asked.caller === undefined) return 401;
  if (!isThere) return 404;
  if (!isWrite) return 200;
  if (asked.caller === "limited") return 403;
  if (asked.body === undefined) return 400;
  if (isInvalid(asked)) return 422;
  return isCreation(asked.operation) ? 201 : 200;
};

/** Two libraries that share a server of shelves, authors and labels, which keeps all that is stated, but for a defect. */
export const createLibrary = (defect: Defect = {}) => {
  const records: Readonly<Record<string, Map<number, JsonObject>>> = {
    shelves: new Map([
      [3, { id: 3 }],
      [4, { id: 4, description: "Of the other library." }],
    ]),
    authors: new Map([
      [1, { id: 1, name: "Grace", description: "Of the other library." }],
      [2, { id: 2, name: "Hedy", description: "Of the other library, too." }],
      [7, { id: 7, name: "Ada", description: "The first." }],
      [8, { id: 8, name: "Emmy", description: "The second." }],
    ]),
    labels: new Map([
      [5, { id: 5, name: "Lent" }],
      [6, { id: 6, name: "Kept" }],
    ]),
    readers: new Map([[3, { id: 3, readers: [60] }]]),
    // Two are due on one day, and what is found is not what comes first.
    loans: new Map(
      [4, 2, 8, 4, 6, 1, 7, 3, 12, 9, 14, 11, 10, 13].map((dueOn, index) => [
        20 + index,
        { id: 20 + index, dueOn, title: index % 3 === 0 ? "Ode" : "Ballad" },
      ]),
    ),
    visits: new Map(Array.from({ length: 14 }, (_, index) => [40 + index, { id: 40 + index }])),
  };
  const ofOther = new Set(["shelves 4", "authors 1", "authors 2"]);
  const counts = new Map<string, number>();
  const nextId = (of: Map<number, JsonObject>): number => Math.max(...of.keys()) + 1;
  const answer = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const { pathname } = url;
    const [, kind = "", id] = /^\/v3\/(\w+)\/?(\d+)?$/.exec(pathname) ?? [];
    const operation = operations.find(
      ({ method, path }) =>
        method === request.method &&
        path === `/v3/${kind}${id === undefined ? "" : path.slice(path.lastIndexOf("/"))}`,
    )?.id;
    const those = records[kind];
    if (operation === undefined || those === undefined) return Response.json({}, { status: 404 });
    const count = counts.get(operation) ?? 0;
    counts.set(operation, count + 1);
    const caller = callerOf(request.headers.get("authorization"));
    const query = Object.fromEntries(url.searchParams);
    const asked: Asked = { operation, body: parsed(await request.text()), caller, count, query };
    const isNew = isCreation(operation);
    const named = id ?? asked.body?.["id"];
    const own = isNew ? nextId(those) : Number(named);
    const at = defect.finds?.(own, asked) ?? own;
    const isReached = (one: number): boolean => {
      const isOwn = ofOther.has(`${kind} ${one}`) === (caller === "other");
      return defect.reaches?.(isOwn, asked, one) ?? isOwn;
    };
    const isThere = named === undefined || (those.has(at) && isReached(at));
    const wanted = wantedStatus(asked, isThere);
    const isAllowed = /^(?:replace|create|update)/.test(operation) && wanted < 300;
    const before = those.get(at) ?? { id: at };
    if (defect.writes?.(isAllowed, asked) ?? isAllowed) {
      const kept = operation === "updateAuthor" ? before : {};
      const record = { ...kept, ...asked.body, id: at };
      those.set(at, defect.stores?.(record, before, asked) ?? record);
      if (isNew && caller === "other") ofOther.add(`${kind} ${at}`);
    }
    const status = defect.status?.(wanted, asked) ?? wanted;
    if (status >= 300) return Response.json({}, { status });
    if (operation.startsWith("list")) {
      const listed = [...those].filter(([one]) => isReached(one)).map(([, record]) => record);
      const understood = defect.understands?.(query, asked) ?? query;
      const known = arranged(operation, understood, listed);
      const all = defect.lists?.(known, asked) ?? known;
      const position = positionIn(operation, understood, all);
      const { from, size } = position;
      const items = all.slice(from, from + size);
      const page: Page = {
        items,
        total: defect.counts?.(all.length, those.size, asked) ?? all.length,
        ...(listOf(operation)?.paging.next === undefined
          ? {}
          : { next: from + size < all.length ? Number(items.at(-1)?.["id"]) : null }),
      };
      return Response.json(defect.pages?.(page, { ...asked, ...position }) ?? page);
    }
    const view = (record: JsonObject): JsonObject => (kind === "shelves" ? shelfShown(record) : record);
    const shown = view(those.get(at) ?? { id: at });
    return Response.json(defect.shows?.(shown, asked, view(before)) ?? shown, { status });
  };
  return { fetch: answer };
};
