import { firstReads, sampleCall } from "../../checks/support/sample-calls.ts";
import { operations, type OperationId } from "../../builtin/generated/operations.ts";
import { rateFiguresOf } from "../../core/shapes/rate-figures.ts";
import { queryOperations } from "../../builtin/queries/query.ts";
import { type Plan, type PlanContext, sendAll } from "../../core/model/check.ts";
import {
  type Authorization,
  type Call,
  untagged,
  type Exchange,
  jsonOf,
  responseOf,
} from "../../core/model/exchange.ts";
import type { BuiltinInterface } from "../../builtin/interface-name.ts";
import { isObject } from "../../core/model/json-object.ts";
import { interfaces } from "../../builtin/interfaces.ts";
import { configured } from "../../core/model/secret.ts";
import { isMissing, type Served, servedBy } from "../../core/run/served.ts";
import { getCall } from "../discovery/donation-calls.ts";
import { findTypes, optionsCall, queryTypeCodes, typeCall } from "../discovery/query-types.ts";

const isOk = (exchange: Exchange | undefined): boolean =>
  exchange !== undefined && responseOf(exchange)?.status === 200;

/** Requests that distinguish a missing operation from a missing record: an unserved path, an unauthorized call. */
const askedBeside = 2;

type Ask = (calls: readonly Call[]) => Plan<readonly Exchange[]>;

/** Sends the requests of a probe: never more than are left. Records all answers, and returns them in order. */
export const askWithin = (left: () => number, exchanges: Exchange[]): Ask =>
  function* (calls) {
    const most = left() - (exchanges.length === 0 ? 0 : askedBeside);
    const allowed = calls.slice(0, Math.max(0, most));
    if (allowed.length === 0) return [];
    const answers = yield* sendAll(allowed);
    exchanges.push(...answers);
    return answers;
  };

/** How a target is queried, as far as a few reads show. */
export interface QueryShape {
  /** The integer that each query endpoint accepted, by kind of record; kinds that accepted none are omitted. */
  readonly types: Readonly<Record<string, number>>;
  /** The requests to each operation that takes a query type. */
  readonly asked: ReadonlyMap<OperationId, readonly Exchange[]>;
}

/** The target's configuration, and the remaining requests. */
export interface ProbeOptions {
  readonly interfaces: readonly BuiltinInterface[];
  has(path: string): boolean;
  setting(path: string): unknown;
  /** Number of remaining requests. */
  left(): number;
}

/** What was learned about one interface: ids, statuses, protocol headers and names, but no value of a record. */
export interface InterfaceProbe {
  readonly name: BuiltinInterface;
  /** Every request with its answer. */
  readonly exchanges: Exchange[];
  readonly operations: Map<OperationId, Served>;
  /** Ids that answered as records, by the key for which they are proposed: `crm.records.contactId`. */
  readonly found: Map<string, string | number>;
  queries?: QueryShape;
}

export const presentingSecret = (path: string): Authorization => ({
  kind: "secret",
  secret: configured(path),
});

/** The configuration for plans, with the ids found so far. */
export const contextOf = (
  options: Omit<ProbeOptions, "left">,
  found: ReadonlyMap<string, unknown> = new Map(),
): PlanContext => ({
  seed: 1,
  allowWrites: false,
  interfaces: options.interfaces,
  setting: (path) => options.setting(path) ?? found.get(path),
  has: (path) => options.has(path) || found.has(path),
  secretMatches: () => false,
  sample: (items) => items,
});

/** The record in an operation's path, by its key, with ids to try if none is given. */
const named: Readonly<
  Partial<Record<OperationId, { readonly key: string; readonly guesses: readonly number[] }>>
> = {
  getContact: { key: "crm.records.contactId", guesses: [1, 2, 3, 100, 1000] },
  getWebhook: { key: "crm.records.webhookId", guesses: [1, 2] },
  getUser: { key: "volunteer.records.userId", guesses: [] },
};

/** An id that may be written into a file: a number, or a short word that does not read as text. */
const idIn = (value: unknown): string | number | undefined => {
  const id = isObject(value) ? value["id"] : undefined;
  if (typeof id === "number") return Number.isSafeInteger(id) ? id : undefined;
  return typeof id === "string" && /^[\w-]{1,64}$/.test(id) ? id : undefined;
};

/** The id of the first record in a list, anywhere in the body, since the envelope is not stated. */
const firstIdIn = (body: unknown): string | number | undefined => {
  const lists = [body, ...(isObject(body) ? Object.values(body) : [])].filter((one) => Array.isArray(one));
  return lists
    .flat()
    .map(idIn)
    .find((id) => id !== undefined);
};

/** One interface during the probe. */
interface Asking {
  readonly ask: Ask;
  readonly probe: InterfaceProbe;
  readonly options: ProbeOptions;
  readonly main: Authorization;
  nowhere?: Exchange | undefined;
  /** Answers without a credential, once per operation, and none after one that required a credential first. */
  readonly anonymous: Exchange[];
}

const unknownPath = "/api/tripact-asks-for-what-nobody-serves";

/** The answer of an unserved path; requested once, on demand. */
function* askNowhere(asking: Asking): Plan<Exchange | undefined> {
  if (asking.nowhere !== undefined) return asking.nowhere;
  const { probe, ask, main } = asking;
  const call = {
    operation: firstReads[probe.name],
    at: unknownPath,
    authorization: main,
    label: "an unknown path",
  };
  const [exchange] = yield* ask([call]);
  asking.nowhere = exchange;
  return exchange;
}

/** Judges an operation whose record may be missing: is it the record, or the operation? */
function* judgeMissing(asking: Asking, operation: OperationId, asked: readonly Exchange[]): Plan {
  if (!asked.every(isMissing) || asked.length === 0) {
    asking.probe.operations.set(operation, servedBy({ asked, mayMiss: true }));
    return;
  }
  const nowhere = yield* askNowhere(asking);
  const last = asked.at(-1)?.call;
  const known = asking.anonymous.find((one) => one.operation === operation || !isMissing(one));
  const [anonymous = known] =
    last === undefined || known !== undefined
      ? []
      : yield* asking.ask([
          {
            ...untagged(last),
            authorization: { kind: "none" },
            label: `${operation} without a credential`,
            expects: "refusal",
          },
        ]);
  if (anonymous !== undefined) asking.anonymous.push(anonymous);
  asking.probe.operations.set(
    operation,
    servedBy({ asked, mayMiss: true, ...(nowhere && { nowhere }), ...(anonymous && { anonymous }) }),
  );
}

const isPrivate = (exchange: Exchange): boolean => {
  const body = jsonOf(exchange);
  return isObject(body) && body["isPrivate"] === true;
};

/** Requests a record by its configured id, or by likely ids until one exists. */
function* askRecord(asking: Asking, operation: OperationId): Plan {
  const { ask, probe, options, main } = asking;
  const { key, guesses } = named[operation] ?? { key: "", guesses: [] };
  const learnt = probe.found.get(key);
  const ids = options.has(key) ? [undefined] : learnt === undefined ? guesses : [learnt];
  const asked: Exchange[] = [];
  for (const id of ids) {
    const context = contextOf(options, id === undefined ? new Map() : new Map([[key, id]]));
    const call = sampleCall(operation, context, main, `${operation} ${id ?? "as configured"}`);
    const [exchange] = call === undefined ? [] : yield* ask([call]);
    if (exchange === undefined) break;
    asked.push(exchange);
    if (!isOk(exchange)) continue;
    // A contact that some credentials may not read cannot be the contact for all.
    const owner = isPrivate(exchange) ? "crm.records.privateContactId" : key;
    if (id !== undefined) probe.found.set(owner, id);
    if (owner === key) break;
  }
  if (learnt !== undefined && !asked.some(isOk)) probe.found.delete(key);
  yield* judgeMissing(asking, operation, asked);
}

/** The result of one sample call: a list cannot be missing. */
function* askPlain(asking: Asking, ids: readonly OperationId[]): Plan {
  const { ask, probe, options, main } = asking;
  const calls = ids.flatMap((id) => sampleCall(id, contextOf(options), main, id) ?? []);
  const exchanges = yield* ask(calls);
  for (const [index, exchange] of exchanges.entries()) {
    const operation = ids[index];
    if (operation !== undefined)
      probe.operations.set(operation, servedBy({ asked: [exchange], mayMiss: false }));
  }
}

function* askCrm(asking: Asking): Plan {
  yield* askRecord(asking, "getContact");
  yield* askRecord(asking, "getWebhook");
  const { ask, probe, options, main } = asking;
  // A served operation answers a bearer credential with 401, whatever the reference (CRM-21).
  const reference = options.setting("crm.records.referenceId") ?? "tripact";
  const context = contextOf(options, new Map([["crm.records.referenceId", reference]]));
  const call = sampleCall("getContactByReference", context, main);
  const asked = call === undefined ? [] : yield* ask([{ ...call, expects: "refusal" }]);
  probe.operations.set("getContactByReference", servedBy({ asked, mayMiss: false }));
}

/** Maximum number of types to try for one kind of record. */
const mostTries = 3;

/** Whether answers show that an operation is not served, so that it need not be called again. */
type IsAbsent = (operation: OperationId, asked: readonly Exchange[]) => Plan<boolean>;

/**
 * Determines with a few reads which query types have options, and which one each query endpoint accepts (U-15).
 * @param lists answers of the list endpoints
 */
function* findQueryShape(send: Ask, lists: readonly Exchange[], isAbsent: IsAbsent): Plan<QueryShape> {
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
  yield* ask("getQueryList", getCall("getQueryList", "getQueryList 0", { path: { queryType: zero } }));
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

function* askDonation(asking: Asking): Plan {
  const { ask, probe } = asking;
  yield* askPlain(asking, ["listGifts", "listCampaigns", "listCustomFields", "listPremiums", "listProjects"]);
  // Requests are scarce, so operations that are not served get no more.
  const isAbsent = function* (operation: OperationId, asked: readonly Exchange[]): Plan<boolean> {
    if (asked.length > 0 && asked.every(isMissing)) yield* judgeMissing(asking, operation, asked);
    return probe.operations.get(operation) === "not served";
  };
  const shape = yield* findQueryShape(ask, probe.exchanges, isAbsent);
  for (const [operation, asked] of shape.asked)
    if (probe.operations.get(operation) !== "not served") yield* judgeMissing(asking, operation, asked);
  probe.queries = shape;
}

function* askVolunteer(asking: Asking): Plan {
  const [list] = asking.probe.exchanges;
  const id = list === undefined || !isOk(list) ? undefined : firstIdIn(jsonOf(list));
  const key = "volunteer.records.userId";
  if (id !== undefined && !asking.options.has(key)) asking.probe.found.set(key, id);
  yield* askRecord(asking, "getUser");
}

const further = { crm: askCrm, donation: askDonation, volunteer: askVolunteer };

export const emptyProbe = (name: BuiltinInterface): InterfaceProbe => ({
  name,
  exchanges: [],
  operations: new Map(
    Object.values(operations)
      .filter((one) => one.interface === name)
      .map(({ id }) => [id, "unknown"]),
  ),
  found: new Map(),
});

/**
 * Asks one interface what it serves and which records it has, with reads only. First it tests whether the interface is
 * reachable and accepts the main credential; otherwise it stops. Writes into the probe, so that results survive if the
 * run is stopped.
 */
export function* probeInterface(probe: InterfaceProbe, options: ProbeOptions): Plan {
  const { name } = probe;
  const ask = askWithin(options.left, probe.exchanges);
  const hasMain = options.has(interfaces[name].mainCredential);
  const main: Authorization = hasMain ? presentingSecret(interfaces[name].mainCredential) : { kind: "none" };
  const asking: Asking = { ask, probe, options, main, anonymous: [] };
  const operation = firstReads[name];
  const call = sampleCall(operation, contextOf(options), main, operation);
  if (call === undefined) throw new Error(`${operation} has no ordinary call`);
  const [first] = yield* ask([{ ...call, asItComes: true }]);
  if (first === undefined || responseOf(first) === undefined || !hasMain) return;
  if (responseOf(first)?.status === 401) return;
  probe.operations.set(operation, servedBy({ asked: [first], mayMiss: false }));
  yield* further[name](asking);
}

/** Limits that the answers announce: `x-ratelimit-limit: 5000`. */
export const limitsSeen = ({ exchanges }: Pick<InterfaceProbe, "exchanges">): readonly string[] => [
  ...new Set(exchanges.flatMap((exchange) => rateFiguresOf(responseOf(exchange)?.headers ?? {}))),
];

/**
 * Seconds by which the target's clock is ahead of ours, from its Date headers, which have no finer unit; undefined
 * without one.
 */
export const secondsAhead = ({ exchanges }: Pick<InterfaceProbe, "exchanges">): number | undefined => {
  for (const exchange of exchanges) {
    const response = responseOf(exchange);
    const date = Date.parse(response?.headers["date"] ?? "");
    if (response === undefined || exchange.sentAt === undefined || Number.isNaN(date)) continue;
    return Math.round((date - (exchange.sentAt + response.elapsedMs)) / 1000);
  }
  return undefined;
};
