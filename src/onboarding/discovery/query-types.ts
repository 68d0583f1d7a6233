import type { Plan } from "../../core/model/check.ts";
import { type Call, type Exchange, jsonOf, responseOf } from "../../core/model/exchange.ts";
import { isObject } from "../../core/model/json-object.ts";
import { listOperations } from "../../builtin/queries/list.ts";
import { largestQueryType } from "../../builtin/queries/dialect/dialect.ts";
import { type OptionsPaths, readOptions } from "../../builtin/queries/dialect/read-options.ts";
import { queryOperations } from "../../builtin/queries/query.ts";
import type { ProbeClient } from "./probe-client.ts";
import { isRefusedProbe, donationPageIn, postQuery, getCall } from "./donation-calls.ts";

export type RecordKind = keyof typeof queryOperations;

type QueryOperation = (typeof queryOperations)[RecordKind];

// Object.keys forgets the keys' types; the table has no others.
export const recordKinds = Object.keys(queryOperations) as readonly RecordKind[];

/** The integer that a query endpoint accepts as its type (U-15). */
export interface FoundType {
  readonly kind: RecordKind;
  readonly operation: string;
  /** The integer to send, although there may be others. */
  readonly code: number;
  readonly refused: readonly number[];
  /** Other accepted integers, which mean that the target ignores the integer. */
  readonly alsoTaken: readonly number[];
  /** Share of the names in the integer's Query/options that are properties of the records, 0 to 1. */
  readonly likeness: number;
  /** Whether no other integer is possible. */
  readonly isDecided: boolean;
}

/** The possible integers of a query type. */
export const queryTypeCodes = Array.from({ length: largestQueryType + 1 }, (_, code) => code);

export const optionsCall = (queryType: number): Call =>
  getCall("getQueryOptions", `options of query type ${queryType}`, { path: { queryType } });

/** A small page of an endpoint, requested with a query type. */
export const typeCall = (operation: string, queryType: number): Call =>
  postQuery(operation, { queryType, skip: 0, take: 3 }, `${operation} with query type ${queryType}`);

/** The answers of Query/options for each of the ten integers (DON-15), except refusals. */
export function* askOptions(client: ProbeClient): Plan<ReadonlyMap<number, unknown>> {
  const answers = yield* client.ask(queryTypeCodes.map(optionsCall));
  return new Map(
    answers.flatMap(({ exchange }, index): [number, unknown][] =>
      responseOf(exchange)?.status === 200 ? [[queryTypeCodes[index] ?? 0, jsonOf(exchange)]] : [],
    ),
  );
}

/** Every text in a value, except names of properties. */
const textsIn = function* (value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (Array.isArray(value)) for (const inner of value) yield* textsIn(inner);
  else if (isObject(value)) for (const inner of Object.values(value)) yield* textsIn(inner);
};

/** The parameter names in the options of a query type; every text in them if none can be found. */
const namesListed = (body: unknown, code: number, mapping: OptionsPaths): readonly string[] => {
  const named = (readOptions(body, code, mapping).parameters ?? []).flatMap(({ name }) => name ?? []);
  return named.length > 0 ? named : [...textsIn(body)];
};

/** The property names of a few records, in lowercase. */
type Names = ReadonlySet<string>;

const namesIn = (items: readonly object[]): Names =>
  new Set(items.flatMap((item) => Object.keys(item)).map((name) => name.toLowerCase()));

/** How an endpoint lists records of a kind, for kinds with a list. */
const listedKinds = recordKinds.flatMap((kind) =>
  kind in listOperations
    ? // Just looked up.
      [{ kind, operation: listOperations[kind as keyof typeof listOperations] }]
    : [],
);

/** A few records of each kind with a list. */
export function* lookAtLists(client: ProbeClient): Plan<readonly Exchange[]> {
  const answers = yield* client.ask(
    listedKinds.map(({ operation }) =>
      getCall(operation, `a look at ${operation}`, { query: { Skip: 0, Take: 3, IncludeDetails: true } }),
    ),
  );
  return answers.map(({ exchange }) => exchange);
}

/** Whether an integer was accepted, and the names in the returned records. */
interface Tried {
  readonly taken: boolean;
  readonly names: Names;
}

const likeEnough = 0.6;

/** What is known before the integers are tried. */
interface Known {
  /** Property names in the records of the list endpoints. */
  readonly namesOf: ReadonlyMap<RecordKind, Names>;
  /** Parameters that the options list, in lower case, by integer. */
  readonly listed: ReadonlyMap<number, readonly string[]>;
}

interface TypeSearch {
  /** Undefined if the target cannot or must not be asked. */
  ask(operation: QueryOperation, call: Call): Plan<Exchange | undefined>;
  /** Answers of the list endpoints. */
  readonly lists: readonly Exchange[];
  /** Answers of Query/options, by integer. */
  readonly options: ReadonlyMap<number, unknown>;
  readonly mapping: OptionsPaths;
  configured(kind: RecordKind): number | undefined;
  /** Maximum number of integers to try per kind. */
  readonly mostTries: number;
  /** Whether to test if an endpoint ignores the integer. */
  readonly isThorough: boolean;
}

const knownBefore = ({ options, lists, mapping }: TypeSearch): Known => ({
  listed: new Map(
    [...options].map(([code, body]) => [
      code,
      namesListed(body, code, mapping).map((name) => name.toLowerCase()),
    ]),
  ),
  namesOf: new Map(
    listedKinds.flatMap(({ kind, operation }): [RecordKind, Names][] => {
      const page = lists
        .filter((one) => one.operation === operation)
        .flatMap((one) => donationPageIn(one) ?? [])[0];
      return page === undefined ? [] : [[kind, namesIn(page.items)]];
    }),
  ),
});

/** The share of an integer's parameters that are properties of the records, 0 to 1. */
const likenessOf = ({ listed }: Known, code: number, names: Names | undefined): number => {
  const parameters = listed.get(code) ?? [];
  return parameters.filter((name) => names?.has(name) === true).length / Math.max(1, parameters.length);
};

/** Integers in the order in which to try them. */
const worthTrying = (
  known: Known,
  { kind, configured }: { readonly kind: RecordKind; readonly configured: number | undefined },
  claimed: ReadonlySet<number>,
): readonly number[] => {
  const { listed, namesOf } = known;
  const rank = (code: number): number =>
    (code === configured ? 4 : 0) +
    (listed.size === 0 || listed.has(code) ? 2 : 0) +
    (claimed.has(code) ? -2 : 0) +
    likenessOf(known, code, namesOf.get(kind));
  return queryTypeCodes.toSorted((one, other) => rank(other) - rank(one) || one - other);
};

function* tryCode(search: TypeSearch, operation: QueryOperation, queryType: number): Plan<Tried | undefined> {
  const exchange = yield* search.ask(operation, typeCall(operation, queryType));
  const page = exchange === undefined ? undefined : donationPageIn(exchange);
  if (page !== undefined) return { taken: true, names: namesIn(page.items) };
  return exchange !== undefined && isRefusedProbe(exchange) ? { taken: false, names: new Set() } : undefined;
}

const found = (
  known: Known,
  type: Omit<FoundType, "likeness" | "isDecided">,
  { names: seen }: Tried,
): FoundType => {
  const names = known.namesOf.get(type.kind) ?? seen;
  if (type.alsoTaken.length === 0)
    return { ...type, likeness: likenessOf(known, type.code, names), isDecided: type.refused.length > 0 };
  const [best, second] = queryTypeCodes
    .map((code) => ({ code, likeness: likenessOf(known, code, names) }))
    .toSorted((one, other) => other.likeness - one.likeness);
  const isClear =
    best !== undefined && best.likeness >= likeEnough && best.likeness >= 1.5 * (second?.likeness ?? 0);
  return {
    ...type,
    code: isClear ? best.code : type.code,
    likeness: best?.likeness ?? 0,
    isDecided: isClear,
  };
};

function* findType(
  search: TypeSearch,
  known: Known,
  kind: RecordKind,
  claimed: ReadonlySet<number>,
): Plan<FoundType | undefined> {
  const operation = queryOperations[kind];
  const order = worthTrying(known, { kind, configured: search.configured(kind) }, claimed);
  const refused: number[] = [];
  for (const [index, code] of order.slice(0, search.mostTries).entries()) {
    const probe = yield* tryCode(search, operation, code);
    if (probe === undefined) continue;
    if (!probe.taken) {
      refused.push(code);
      continue;
    }
    // A second integer shows whether the endpoint ignores it.
    const alsoTaken: number[] = [];
    const other = order[index + 1];
    if (search.isThorough && refused.length === 0 && other !== undefined) {
      const second = yield* tryCode(search, operation, other);
      if (second?.taken === true) alsoTaken.push(other);
      else if (second !== undefined) refused.push(other);
    }
    return found(known, { kind, operation, code, refused, alsoTaken }, probe);
  }
  return undefined;
}

/**
 * Determines which integer each query endpoint accepts (U-15), starting with the one whose options name the most
 * properties of its records. An endpoint that accepts none is omitted.
 */
export function* findTypes(search: TypeSearch): Plan<readonly FoundType[]> {
  const known = knownBefore(search);
  const types: FoundType[] = [];
  for (const kind of recordKinds) {
    const type = yield* findType(search, known, kind, new Set(types.map(({ code }) => code)));
    if (type !== undefined) types.push(type);
  }
  return types;
}
