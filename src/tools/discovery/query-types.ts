import type { Plan } from "../../harness/model/check.ts";
import { jsonOf, responseOf } from "../../harness/model/exchange.ts";
import { listOperations } from "../../contract/queries/list.ts";
import { largestQueryType } from "../../contract/queries/dialect/dialect.ts";
import { queryOperations } from "../../contract/queries/query.ts";
import type { ProbeClient } from "./probe-client.ts";
import { isRefusal, pageIn, queryCall, readCall } from "./donation-calls.ts";

export type RecordKind = keyof typeof queryOperations;

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

const codes = Array.from({ length: largestQueryType + 1 }, (_, code) => code);

/** What Query/options answered for each of the ten integers (DON-15); those that were refused are left out. */
export function* askOptions(client: ProbeClient): Plan<ReadonlyMap<number, unknown>> {
  const answers = yield* client.ask(
    codes.map((queryType) =>
      readCall("getQueryOptions", `options of query type ${queryType}`, { path: { queryType } }),
    ),
  );
  return new Map(
    answers.flatMap(({ exchange }, index): [number, unknown][] =>
      responseOf(exchange)?.status === 200 ? [[codes[index] ?? 0, jsonOf(exchange)]] : [],
    ),
  );
}

/** The names of the properties of a few records, in lower case. */
type Names = ReadonlySet<string>;

const namesIn = (items: readonly object[]): Names =>
  new Set(items.flatMap((item) => Object.keys(item)).map((name) => name.toLowerCase()));

function* askRecordNames(client: ProbeClient): Plan<ReadonlyMap<RecordKind, Names>> {
  const listed = recordKinds.flatMap((kind) =>
    kind in listOperations
      ? // Just looked up.
        [{ kind, operation: listOperations[kind as keyof typeof listOperations] }]
      : [],
  );
  const answers = yield* client.ask(
    listed.map(({ operation }) =>
      readCall(operation, `a look at ${operation}`, { query: { Skip: 0, Take: 3, IncludeDetails: true } }),
    ),
  );
  return new Map(
    answers.flatMap(({ exchange }, index): [RecordKind, Names][] => {
      const [kind, page] = [listed[index]?.kind, pageIn(exchange)];
      return kind === undefined || page === undefined ? [] : [[kind, namesIn(page.items)]];
    }),
  );
}

/** The names of the parameters that options list, as far as there are names. */
export type ParameterNames = (code: number) => readonly string[];

const likenessOf = (code: number, names: Names, parametersOf: ParameterNames): number => {
  const parameters = parametersOf(code);
  if (parameters.length === 0) return 0;
  return parameters.filter((name) => names.has(name.toLowerCase())).length / parameters.length;
};

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
export function* findTypes(
  client: ProbeClient,
  parametersOf: ParameterNames,
  configured: (kind: RecordKind) => number | undefined,
): Plan<readonly FoundType[]> {
  const namesOf = yield* askRecordNames(client);

  /** Integers in the order in which they are worth a try. */
  const worthTrying = (kind: RecordKind, claimed: ReadonlySet<number>): readonly number[] => {
    const names = namesOf.get(kind);
    const likeness = (code: number): number =>
      names === undefined ? 0 : likenessOf(code, names, parametersOf);
    const rank = (code: number): number =>
      (code === configured(kind) ? 4 : 0) + (claimed.has(code) ? -2 : 0) + likeness(code);
    return codes.toSorted((one, other) => rank(other) - rank(one) || one - other);
  };

  const tryCode = function* (operation: string, queryType: number): Plan<Tried | undefined> {
    const { exchange } = yield* client.askOne(
      queryCall(operation, { queryType, skip: 0, take: 3 }, `${operation} with query type ${queryType}`),
    );
    const page = pageIn(exchange);
    if (page !== undefined) return { taken: true, names: namesIn(page.items) };
    return isRefusal(exchange) ? { taken: false, names: new Set() } : undefined;
  };

  const findType = function* (kind: RecordKind, claimed: ReadonlySet<number>): Plan<FoundType | undefined> {
    const operation = queryOperations[kind];
    const order = worthTrying(kind, claimed);
    const refused: number[] = [];
    for (const [index, code] of order.entries()) {
      const probe = yield* tryCode(operation, code);
      if (probe === undefined) continue;
      if (!probe.taken) {
        refused.push(code);
        continue;
      }
      // Whether the endpoint looks at the integer at all shows in another one.
      const alsoTaken: number[] = [];
      const [other] = order.slice(index + 1);
      if (refused.length === 0 && other !== undefined) {
        const second = yield* tryCode(operation, other);
        if (second?.taken === true) alsoTaken.push(other);
        else if (second !== undefined) refused.push(other);
      }
      return found({ kind, operation, code, refused, alsoTaken }, probe);
    }
    return undefined;
  };

  const found = (type: Omit<FoundType, "likeness" | "isDecided">, probe: Tried): FoundType => {
    const names = namesOf.get(type.kind) ?? probe.names;
    if (type.alsoTaken.length === 0) {
      const likeness = likenessOf(type.code, names, parametersOf);
      return { ...type, likeness, isDecided: type.refused.length > 0 };
    }
    const [best, second] = codes
      .map((code) => ({ code, likeness: likenessOf(code, names, parametersOf) }))
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
