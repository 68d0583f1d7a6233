import type { OperationId } from "../../contract/generated/operations.ts";
import { queryOperations } from "../../contract/queries/query.ts";
import type { Plan } from "../../harness/model/check.ts";
import { type Call, type Exchange, jsonOf } from "../../harness/model/exchange.ts";
import { readCall } from "../discovery/donation-calls.ts";
import { findTypes, optionsCall, queryTypeCodes, typeCall } from "../discovery/query-types.ts";
import { type Ask, isOk } from "./ask.ts";

/** How a target is queried, as far as a few reads show. */
export interface QueryShape {
  /** The integer that each query endpoint accepted, by kind of record; kinds that accepted none are omitted. */
  readonly types: Readonly<Record<string, number>>;
  /** The requests to each operation that takes a query type. */
  readonly asked: ReadonlyMap<OperationId, readonly Exchange[]>;
}

/** Maximum number of types to try for one kind of record. */
const mostTries = 3;

/** Whether answers show that an operation is not served, so that it need not be called again. */
type IsAbsent = (operation: OperationId, asked: readonly Exchange[]) => Plan<boolean>;

/**
 * Determines with a few reads which query types have options, and which one each query endpoint accepts (U-15).
 * @param lists answers of the list endpoints
 */
export function* findQueryShape(send: Ask, lists: readonly Exchange[], isAbsent: IsAbsent): Plan<QueryShape> {
  const asked = new Map<OperationId, readonly Exchange[]>();
  const absent = new Set<OperationId>();
  /** Sends nothing twice; the first answer of an operation shows whether it deserves another request. */
  const ask = function* (operation: OperationId, call: Call): Plan<Exchange | undefined> {
    const before = asked.get(operation) ?? [];
    const known = before.find((one) => one.call?.label === call.label);
    if (known !== undefined || absent.has(operation)) return known;
    const [exchange] = yield* send([call]);
    if (exchange === undefined) return undefined;
    asked.set(operation, [...before, exchange]);
    if (before.length === 0 && (yield* isAbsent(operation, [exchange]))) absent.add(operation);
    return exchange;
  };
  const [zero = 0, ...others] = queryTypeCodes;
  yield* ask("getQueryList", readCall("getQueryList", "getQueryList 0", { path: { queryType: zero } }));
  yield* ask("getQueryOptions", optionsCall(zero));
  // Each is called before requests run out, because an operation without a call counts as served.
  for (const operation of Object.values(queryOperations)) yield* ask(operation, typeCall(operation, zero));
  if (!absent.has("getQueryOptions"))
    asked.set("getQueryOptions", [
      ...(asked.get("getQueryOptions") ?? []),
      ...(yield* send(others.map(optionsCall))),
    ]);
  const options = new Map(
    (asked.get("getQueryOptions") ?? []).flatMap((exchange, code): [number, unknown][] =>
      isOk(exchange) ? [[code, jsonOf(exchange)]] : [],
    ),
  );
  const types = yield* findTypes({
    ask,
    lists,
    options,
    mapping: {},
    configured: () => undefined,
    mostTries,
    isThorough: false,
  });
  return { types: Object.fromEntries(types.map(({ kind, code }) => [kind, code])), asked };
}
