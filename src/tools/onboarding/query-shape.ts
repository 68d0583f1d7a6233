import type { OperationId } from "../../contract/generated/operations.ts";
import { largestQueryType } from "../../contract/queries/dialect/dialect.ts";
import { queryOperations } from "../../contract/queries/query.ts";
import type { Plan } from "../../harness/model/check.ts";
import { type Authorization, type Call, type Exchange, jsonOf } from "../../harness/model/exchange.ts";
import { isObject } from "../../harness/model/json-object.ts";
import { type Asker, isOk } from "./asker.ts";

/** What a few reads show of how a target is queried. */
export interface QueryShape {
  /** The integer that each query endpoint took, by kind of record; kinds that took none are left out. */
  readonly types: Readonly<Record<string, number>>;
  /** What was asked of each operation that takes a query type. */
  readonly asked: ReadonlyMap<OperationId, readonly Exchange[]>;
}

/** Every text in a value, in lower case, names of properties not included. */
const textsIn = function* (value: unknown): Generator<string> {
  if (typeof value === "string") yield value.toLowerCase();
  else if (Array.isArray(value)) for (const inner of value) yield* textsIn(inner);
  else if (isObject(value)) for (const inner of Object.values(value)) yield* textsIn(inner);
};

/** The names of the properties of a page's first record. */
const namesIn = (exchange: Exchange | undefined): readonly string[] => {
  const body = exchange === undefined ? undefined : jsonOf(exchange);
  const items = isObject(body) ? body["items"] : undefined;
  const [record] = Array.isArray(items) ? items : [];
  return isObject(record) ? Object.keys(record).map((name) => name.toLowerCase()) : [];
};

/** The list endpoints that show records of a kind. */
const listed: Readonly<Record<string, OperationId>> = {
  donor: "listDonors",
  gift: "listGifts",
  campaign: "listCampaigns",
};

/** Query types in the order in which they are worth a try: those whose options name the record's properties first. */
const worthTrying = (
  names: readonly string[],
  options: ReadonlyMap<number, ReadonlySet<string>>,
  claimed: ReadonlySet<number>,
): readonly number[] => {
  const likeness = (code: number): number => names.filter((name) => options.get(code)?.has(name)).length;
  const rank = (code: number): number =>
    (options.size === 0 || options.has(code) ? 1000 : 0) + likeness(code) - (claimed.has(code) ? 500 : 0);
  return codes.toSorted((one, other) => rank(other) - rank(one) || one - other);
};

const codes = Array.from({ length: largestQueryType + 1 }, (_, code) => code);

/** Types that are tried for one kind of record. */
const mostTries = 3;

/** Whether answers show that an operation is not served, so that it need not be asked again. */
type IsAbsent = (operation: OperationId, asked: readonly Exchange[]) => Plan<boolean>;

/**
 * Finds out which query types have options, and which one each query endpoint takes (U-15), by a few reads.
 * @param lists what the list endpoints have answered
 */
export function* findQueryShape(
  asker: Asker,
  authorization: Authorization,
  lists: readonly Exchange[],
  isAbsent: IsAbsent,
): Plan<QueryShape> {
  const asked = new Map<OperationId, readonly Exchange[]>();
  const optionsCall = (operation: "getQueryOptions" | "getQueryList", queryType: number): Call => ({
    operation,
    path: { queryType },
    authorization,
    label: `${operation} ${queryType}`,
  });
  const queryCall = (operation: OperationId, queryType: number): Call => ({
    operation,
    body: { kind: "json", value: { queryType, take: 1 } },
    authorization,
    label: `${operation} with query type ${queryType}`,
  });
  const absent = new Set<OperationId>();
  /** Asks nothing twice; the first answer of an operation shows whether it is worth another request. */
  const ask = function* (operation: OperationId, call: Call): Plan<Exchange | undefined> {
    const before = asked.get(operation) ?? [];
    const known = before.find((one) => one.call?.label === call.label);
    if (known !== undefined) return known;
    const [exchange] = yield* asker.ask([call]);
    if (exchange === undefined) return undefined;
    asked.set(operation, [...before, exchange]);
    if (before.length === 0 && (yield* isAbsent(operation, [exchange]))) absent.add(operation);
    return exchange;
  };
  const [zero = 0, ...others] = codes;
  yield* ask("getQueryList", optionsCall("getQueryList", zero));
  yield* ask("getQueryOptions", optionsCall("getQueryOptions", zero));
  // Each is asked before requests run out: what nobody has asked counts as served.
  for (const operation of Object.values(queryOperations)) yield* ask(operation, queryCall(operation, zero));
  if (!absent.has("getQueryOptions"))
    asked.set("getQueryOptions", [
      ...(asked.get("getQueryOptions") ?? []),
      ...(yield* asker.ask(others.map((code) => optionsCall("getQueryOptions", code)))),
    ]);
  const options = new Map(
    (asked.get("getQueryOptions") ?? []).flatMap((exchange, code): [number, ReadonlySet<string>][] =>
      isOk(exchange) ? [[code, new Set(textsIn(jsonOf(exchange)))]] : [],
    ),
  );
  const types: Record<string, number> = {};
  for (const [kind, operation] of Object.entries(queryOperations)) {
    const names = namesIn(lists.find((exchange) => exchange.operation === listed[kind]));
    const order = worthTrying(names, options, new Set(Object.values(types)));
    for (const queryType of order.slice(0, mostTries)) {
      if (absent.has(operation)) break;
      const exchange = yield* ask(operation, queryCall(operation, queryType));
      if (isOk(exchange)) types[kind] = queryType;
      if (exchange === undefined || isOk(exchange)) break;
    }
  }
  return { types, asked };
}
