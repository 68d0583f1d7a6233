import type { OperationId } from "../../contract/generated/operations.ts";
import { queryOperations } from "../../contract/queries/query.ts";
import type { Plan } from "../../harness/model/check.ts";
import { type Call, type Exchange, jsonOf } from "../../harness/model/exchange.ts";
import { readCall } from "../discovery/donation-calls.ts";
import { findTypes, optionsCall, queryTypeCodes, typeCall } from "../discovery/query-types.ts";
import { type Asker, isOk } from "./asker.ts";

/** What a few reads show of how a target is queried. */
export interface QueryShape {
  /** The integer that each query endpoint took, by kind of record; kinds that took none are left out. */
  readonly types: Readonly<Record<string, number>>;
  /** What was asked of each operation that takes a query type. */
  readonly asked: ReadonlyMap<OperationId, readonly Exchange[]>;
}

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
  lists: readonly Exchange[],
  isAbsent: IsAbsent,
): Plan<QueryShape> {
  const asked = new Map<OperationId, readonly Exchange[]>();
  const absent = new Set<OperationId>();
  /** Asks nothing twice; the first answer of an operation shows whether it is worth another request. */
  const ask = function* (operation: OperationId, call: Call): Plan<Exchange | undefined> {
    const before = asked.get(operation) ?? [];
    const known = before.find((one) => one.call?.label === call.label);
    if (known !== undefined || absent.has(operation)) return known;
    const [exchange] = yield* asker.ask([call]);
    if (exchange === undefined) return undefined;
    asked.set(operation, [...before, exchange]);
    if (before.length === 0 && (yield* isAbsent(operation, [exchange]))) absent.add(operation);
    return exchange;
  };
  const [zero = 0, ...others] = queryTypeCodes;
  yield* ask("getQueryList", readCall("getQueryList", "getQueryList 0", { path: { queryType: zero } }));
  yield* ask("getQueryOptions", optionsCall(zero));
  // Each is asked before requests run out: what nobody has asked counts as served.
  for (const operation of Object.values(queryOperations)) yield* ask(operation, typeCall(operation, zero));
  if (!absent.has("getQueryOptions"))
    asked.set("getQueryOptions", [
      ...(asked.get("getQueryOptions") ?? []),
      ...(yield* asker.ask(others.map(optionsCall))),
    ]);
  const options = new Map(
    (asked.get("getQueryOptions") ?? []).flatMap((exchange, code): [number, unknown][] =>
      isOk(exchange) ? [[code, jsonOf(exchange)]] : [],
    ),
  );
  const types = yield* findTypes({
    ask: (operation, call) => ask(operation, call),
    lists,
    options,
    mapping: {},
    configured: () => undefined,
    mostTries,
    isThorough: false,
  });
  return { types: Object.fromEntries(types.map(({ kind, code }) => [kind, code])), asked };
}
