import type { Plan } from "../../harness/model/check.ts";
import { type Call, type Exchange, jsonOf, responseOf } from "../../harness/model/exchange.ts";
import { isObject } from "../../harness/model/json-object.ts";
import { listOperations } from "../../contract/queries/list.ts";
import { largestQueryType } from "../../contract/queries/dialect/dialect.ts";
import { type OptionsPaths, readOptions } from "../../contract/queries/dialect/read-options.ts";
import { queryOperations } from "../../contract/queries/query.ts";
import type { ProbeClient } from "./probe-client.ts";
import { isRefusal, pageIn, queryCall, readCall } from "./donation-calls.ts";

export type RecordKind = keyof typeof queryOperations;

type QueryOperation = (typeof queryOperations)[RecordKind];

// Object.keys forgets the keys' types; the table has no others.
export const recordKinds = Object.keys(queryOperations) as readonly RecordKind[];

/** Which integer a query endpoint takes as its type (U-15). */
export interface FoundType {
  readonly kind: RecordKind;
  readonly operation: string;
  /** The integer that is sent; whether it is the only one is another question. */
  readonly code: number;
  readonly refused: readonly number[];
  /** Others that are taken as well: the target does not look at the integer then. */
  readonly alsoTaken: readonly number[];
  /** How many of the names that Query/options lists for the integer are names of the records' properties, 0 to 1. */
  readonly likeness: number;
  /** Whether no other integer can be meant. */
  readonly isDecided: boolean;
}

/** The integers that may be a query type. */
export const queryTypeCodes = Array.from({ length: largestQueryType + 1 }, (_, code) => code);

export const optionsCall = (queryType: number): Call =>
  readCall("getQueryOptions", `options of query type ${queryType}`, { path: { queryType } });

/** A small page of an endpoint, asked for with a query type. */
export const typeCall = (operation: string, queryType: number): Call =>
  queryCall(operation, { queryType, skip: 0, take: 3 }, `${operation} with query type ${queryType}`);

/** What Query/options answered for each of the ten integers (DON-15); those that were refused are left out. */
export function* askOptions(client: ProbeClient): Plan<ReadonlyMap<number, unknown>> {
  const answers = yield* client.ask(queryTypeCodes.map(optionsCall));
  return new Map(
    answers.flatMap(({ exchange }, index): [number, unknown][] =>
      responseOf(exchange)?.status === 200 ? [[queryTypeCodes[index] ?? 0, jsonOf(exchange)]] : [],
    ),
  );
}

/** Every text in a value, names of properties not included. */
const textsIn = function* (value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (Array.isArray(value)) for (const inner of value) yield* textsIn(inner);
  else if (isObject(value)) for (const inner of Object.values(value)) yield* textsIn(inner);
};

/** The parameters that the options of a query type name; every text in them where none can be found. */
const namesListed = (body: unknown, code: number, mapping: OptionsPaths): readonly string[] => {
  const named = (readOptions(body, code, mapping).parameters ?? []).flatMap(({ name }) => name ?? []);
  return named.length > 0 ? named : [...textsIn(body)];
};

/** The names of the properties of a few records, in lower case. */
type Names = ReadonlySet<string>;

const namesIn = (items: readonly object[]): Names =>
  new Set(items.flatMap((item) => Object.keys(item)).map((name) => name.toLowerCase()));

/** How an endpoint lists records of a kind, for those that are listed. */
const listedKinds = recordKinds.flatMap((kind) =>
  kind in listOperations
    ? // Just looked up.
      [{ kind, operation: listOperations[kind as keyof typeof listOperations] }]
    : [],
);

/** A look at a few records of each kind that is listed. */
export function* lookAtLists(client: ProbeClient): Plan<readonly Exchange[]> {
  const answers = yield* client.ask(
    listedKinds.map(({ operation }) =>
      readCall(operation, `a look at ${operation}`, { query: { Skip: 0, Take: 3, IncludeDetails: true } }),
    ),
  );
  return answers.map(({ exchange }) => exchange);
}

/** By what the query types of a target are found. */
export interface TypeSearch {
  /** Undefined where the target cannot be asked, or is not to be. */
  ask(operation: QueryOperation, call: Call): Plan<Exchange | undefined>;
  /** What the list endpoints have answered. */
  readonly lists: readonly Exchange[];
  /** What Query/options has answered, by integer. */
  readonly options: ReadonlyMap<number, unknown>;
  readonly mapping: OptionsPaths;
  configured(kind: RecordKind): number | undefined;
  /** How many integers are tried for a kind. */
  readonly mostTries: number;
  /** Whether to ask, too, whether an endpoint looks at the integer at all. */
  readonly isThorough: boolean;
}

/** Whether an integer was taken, and the names of the records that came. */
interface Tried {
  readonly taken: boolean;
  readonly names: Names;
}

const likeEnough = 0.6;

/**
 * Finds out which integer each query endpoint takes (U-15): by what it takes and refuses, beginning with the one whose
 * options name the most properties of its records. An endpoint that takes none is left out.
 */
export function* findTypes(search: TypeSearch): Plan<readonly FoundType[]> {
  const { options, lists } = search;
  const listed = new Map(
    [...options].map(([code, body]) => [
      code,
      namesListed(body, code, search.mapping).map((name) => name.toLowerCase()),
    ]),
  );
  const namesOf = new Map(
    listedKinds.flatMap(({ kind, operation }): [RecordKind, Names][] => {
      const page = lists.filter((one) => one.operation === operation).flatMap((one) => pageIn(one) ?? [])[0];
      return page === undefined ? [] : [[kind, namesIn(page.items)]];
    }),
  );

  const likenessOf = (code: number, names: Names | undefined): number => {
    const parameters = listed.get(code) ?? [];
    return parameters.filter((name) => names?.has(name) === true).length / Math.max(1, parameters.length);
  };

  /** Integers in the order in which they are worth a try. */
  const worthTrying = (kind: RecordKind, claimed: ReadonlySet<number>): readonly number[] => {
    const rank = (code: number): number =>
      (code === search.configured(kind) ? 4 : 0) +
      (listed.size === 0 || listed.has(code) ? 2 : 0) +
      (claimed.has(code) ? -2 : 0) +
      likenessOf(code, namesOf.get(kind));
    return queryTypeCodes.toSorted((one, other) => rank(other) - rank(one) || one - other);
  };

  const tryCode = function* (operation: QueryOperation, queryType: number): Plan<Tried | undefined> {
    const exchange = yield* search.ask(operation, typeCall(operation, queryType));
    const page = exchange === undefined ? undefined : pageIn(exchange);
    if (page !== undefined) return { taken: true, names: namesIn(page.items) };
    return exchange !== undefined && isRefusal(exchange) ? { taken: false, names: new Set() } : undefined;
  };

  const findType = function* (kind: RecordKind, claimed: ReadonlySet<number>): Plan<FoundType | undefined> {
    const operation = queryOperations[kind];
    const order = worthTrying(kind, claimed);
    const refused: number[] = [];
    for (const [index, code] of order.slice(0, search.mostTries).entries()) {
      const probe = yield* tryCode(operation, code);
      if (probe === undefined) continue;
      if (!probe.taken) {
        refused.push(code);
        continue;
      }
      // Whether the endpoint looks at the integer at all shows in another one.
      const alsoTaken: number[] = [];
      const other = order[index + 1];
      if (search.isThorough && refused.length === 0 && other !== undefined) {
        const second = yield* tryCode(operation, other);
        if (second?.taken === true) alsoTaken.push(other);
        else if (second !== undefined) refused.push(other);
      }
      return found({ kind, operation, code, refused, alsoTaken }, probe);
    }
    return undefined;
  };

  const found = (type: Omit<FoundType, "likeness" | "isDecided">, { names: seen }: Tried): FoundType => {
    const names = namesOf.get(type.kind) ?? seen;
    if (type.alsoTaken.length === 0)
      return { ...type, likeness: likenessOf(type.code, names), isDecided: type.refused.length > 0 };
    const [best, second] = queryTypeCodes
      .map((code) => ({ code, likeness: likenessOf(code, names) }))
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

  const types: FoundType[] = [];
  for (const kind of recordKinds) {
    const type = yield* findType(kind, new Set(types.map(({ code }) => code)));
    if (type !== undefined) types.push(type);
  }
  return types;
}
