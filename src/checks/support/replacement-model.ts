import fc from "fast-check";
import {
  type ActiveCheck,
  send,
  sendAll,
  type Judgement,
  type Plan,
  type PlanContext,
  type Violation,
} from "../../harness/model/check.ts";
import { isSuccess, jsonOf, type Call, type Exchange } from "../../harness/model/exchange.ts";
import {
  defineStep,
  replayed,
  stepOf,
  type Exploration,
  type Step,
} from "../../harness/model/exploration.ts";
import type { OperationId } from "../../contract/generated/operations.ts";
import { wrongWrite } from "./declared-body.ts";
import { isSameAmount } from "./kept-text.ts";
import { isGone, isObject, property, type JsonObject } from "./json.ts";
import { statusOf, violation, wrongStatus } from "./judgements.ts";
import { malformedJson } from "./malformed.ts";
import { hasFree, isFree, marked, markIn, marksIn, shownMark } from "./marked.ts";
import { itemsOf } from "./paging.ts";
import { recordList } from "./record-list.ts";
import { toBeRefused } from "./refusal.ts";
import { fieldOf, lower } from "./replaced-record.ts";
import { bearer, mainBearer } from "./sample-calls.ts";

/** A kind of record that is replaced whole. */
export interface ReplacedKind {
  readonly name: "campaign" | "project" | "segment";
  readonly replace: OperationId;
  /** The stated reads that show records of the kind, with the fact that states each. */
  readonly reads: readonly { readonly operation: OperationId; readonly fact: string }[];
}

const bodyOf = (context: PlanContext, { name }: ReplacedKind): JsonObject | undefined => {
  const body = context.setting(`donation.scratch.${name}`);
  return hasFree(body) ? body : undefined;
};

const put = ({ name, replace }: ReplacedKind, value: JsonObject, label: string): Call => ({
  operation: replace,
  body: { kind: "json", value },
  authorization: mainBearer("donation"),
  label: `${label} of the ${name}`,
});

/** The parameters of a read, beside its page. */
interface Reading {
  readonly path: number;
  readonly options: Readonly<Record<string, string | boolean>>;
}

/** The same few again and again, so that what was kept of an earlier answer shows. */
const readings: readonly Reading[] = [
  { path: 0, options: {} },
  { path: 1, options: {} },
  { path: 0, options: { sortBy: "id", descending: true } },
  { path: 1, options: { sortBy: "modifieddatetimeutc", descending: true } },
  { path: 0, options: { sortBy: "modifieddatetimeutc", includeDetails: true } },
  { path: 1, options: { sortBy: "id", includeDetails: false } },
];

const anyReading: fc.Arbitrary<number> = fc.constantFrom(0, 0, 1, 1, 2, 3, 4, 5);

const take = 200;

const pascal = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** A read of the records of a kind; undefined where the type of its query is not known. */
const callOf = (
  context: PlanContext,
  kind: ReplacedKind,
  which: number,
  size: number | undefined,
): Call | undefined => {
  const { path, options } = readings[which] ?? { path: 0, options: {} };
  const of = kind.reads[path % kind.reads.length];
  if (of === undefined) return undefined;
  const { operation } = of;
  const authorization = mainBearer("donation");
  const label = `the ${kind.name} is read by ${operation}`;
  const page = size === undefined ? options : { skip: 0, take: size, ...options };
  if (operation === "listProjects") return { operation, authorization, label };
  if (operation.startsWith("list")) {
    const query = Object.fromEntries(Object.entries(page).map(([name, value]) => [pascal(name), value]));
    return { operation, query, authorization, label };
  }
  const queryType = context.setting(`donation.queries.queryTypes.${kind.name}`);
  if (typeof queryType !== "number") return undefined;
  return { operation, body: { kind: "json", value: { queryType, ...page } }, authorization, label };
};

/** Reads the records of a kind, on the page of the usual size where one so large is refused. */
function* read(context: PlanContext, kind: ReplacedKind, which: number): Plan {
  const large = callOf(context, kind, which, take);
  if (large === undefined) return;
  const usual = callOf(context, kind, which, undefined);
  if (statusOf(yield* send(large)) === 400 && usual !== undefined && large.operation !== "listProjects")
    yield* send({ ...usual, label: `${usual.label}, on a page of the usual size` });
}

const marks = fc.integer({ min: 1, max: 999 });

const lastTaken = (history: readonly Exchange[], { replace }: ReplacedKind): JsonObject | undefined => {
  // What becomes of a value of another type is not stated.
  const taken = history.findLast(
    (one) => one.operation === replace && isSuccess(one) && stepOf(one) !== "ill-typed",
  )?.request.body;
  return isObject(taken) ? taken : undefined;
};

/** Bodies of a kind that may be sent: the declared one, with other marks and without some of it. */
interface Sent {
  readonly context: PlanContext;
  readonly kind: ReplacedKind;
  readonly body: JsonObject;
}

/** A step that reads the record after what it has sent. */
const writing = <Argument>(
  name: string,
  fact: string,
  argument: fc.Arbitrary<Argument>,
  { context, kind }: Sent,
  calls: (argument: Argument, history: readonly Exchange[]) => readonly Call[],
): Step =>
  defineStep({
    name,
    shows: [fact],
    argument: fc.tuple(argument, anyReading),
    *plan([chosen, which], { history }) {
      yield* sendAll(calls(chosen, history));
      yield* read(context, kind, which);
    },
  });

const acceptedSteps = (sent: Sent): readonly Step[] => {
  const { kind, body } = sent;
  const removable = Object.entries(body)
    .filter(([name, value]) => name.toLowerCase() !== "id" && !isGone(value))
    .map(([name]) => name);
  return [
    writing("put", "DON-17", marks, sent, (mark) => [
      put(kind, marked(body, mark), `a replacement marked ${mark}`),
    ]),
    writing(
      "without",
      "DON-17",
      fc.tuple(
        marks,
        fc.subarray([...removable], { minLength: 1, maxLength: Math.min(3, removable.length) }),
      ),
      sent,
      ([mark, names]) => {
        const rest = Object.entries(marked(body, mark)).filter(([key]) => !names.includes(key));
        return [put(kind, Object.fromEntries(rest), `a replacement without ${names.join(" and ")}`)];
      },
    ),
    writing("again", "DON-17", fc.constant(null), sent, (_, history) => [
      put(kind, lastTaken(history, kind) ?? body, "the same replacement again"),
    ]),
    writing("two-at-once", "DON-17", fc.tuple(marks, marks), sent, ([one, other]) => [
      put(kind, marked(body, one), `one of two replacements at once, marked ${one},`),
      put(kind, marked(body, other), `the other one, marked ${other},`),
    ]),
  ];
};

/** That a type is refused is not stated; of a replacement that is refused for one nothing may be kept. */
const illTypedSteps = (sent: Sent): readonly Step[] => {
  const { kind, body } = sent;
  const names = Object.keys(body).filter((name) => lower(name) !== "id" && !isFree(name, body[name]));
  if (names.length === 0) return [];
  const argument = fc.tuple(marks, fc.constantFrom(...names));
  return [
    writing("ill-typed", "DON-17", argument, sent, ([mark, name]) => [
      toBeRefused(
        put(
          kind,
          { ...marked(body, mark), [name]: { value: "" } },
          `a replacement with an object for ${name}`,
        ),
      ),
    ]),
  ];
};

const refusedSteps = (sent: Sent): readonly Step[] => {
  const { context, kind, body } = sent;
  const refused = (mark: number, key: string): Call => {
    const what = key === "none" ? "no credential" : key;
    const call = put(kind, marked(body, mark), `a replacement with ${what}, to be refused,`);
    const authorization =
      key === "none" ? ({ kind: "none" } as const) : bearer(`donation.credentials.${key}`);
    return toBeRefused({ ...call, authorization });
  };
  const keys = context.has("donation.credentials.revokedToken") ? ["none", "revokedToken"] : ["none"];
  return [
    ...keys.map((key) =>
      writing(`refused-${key.toLowerCase()}`, "DON-21", marks, sent, (mark) => [refused(mark, key)]),
    ),
    ...illTypedSteps(sent),
    writing("malformed", "DON-20", fc.constant(null), sent, () => [
      toBeRefused({ ...put(kind, {}, "a malformed replacement"), body: malformedJson }),
    ]),
  ];
};

/** A replacement of the declared body, and every read of it. */
const beginOf = (kind: ReplacedKind): Step => ({
  name: "begin",
  shows: ["DON-17"],
  *plan(_, { context }) {
    const body = bodyOf(context, kind);
    if (body === undefined) return;
    yield* send(put(kind, body, "the declared replacement"));
    for (const which of kind.reads.keys()) {
      yield* read(context, kind, which);
    }
  },
});

const explorationOf = (kind: ReplacedKind): Exploration => ({
  effort: 40,
  begin: beginOf(kind),
  steps(context) {
    const body = bodyOf(context, kind);
    if (body === undefined) return [];
    const sent = { context, kind, body };
    const reading = defineStep({
      name: "read",
      shows: ["DON-17"],
      argument: anyReading,
      *plan(which) {
        yield* read(context, kind, which);
      },
    });
    return [...acceptedSteps(sent), ...refusedSteps(sent), reading];
  },
});

/** What is known of the record of one kind. */
interface Known {
  /** What may be stored: one body, or two after replacements that overlapped; none where that is not known. */
  stored: readonly JsonObject[];
  /** What was shown of each property when it had been sent. */
  readonly shown: Map<string, Set<string>>;
  /** The reads that have shown it. */
  readonly readBy: Set<string>;
}

interface Difference {
  readonly name: string;
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
}

/** What a run has sent, as it is where it made it up. */
const shownSent = (name: string, sent: unknown): string =>
  typeof sent === "number" && isFree(name, sent) ? String(sent) : shownMark(sent);

/** How a record differs from a body that was taken. What a server may write in its own way is no difference. */
const differences = function* (
  record: JsonObject,
  body: JsonObject,
  { shown }: Known,
): Generator<Difference> {
  for (const [name, sent] of Object.entries(body)) {
    const value = fieldOf(record, name);
    if (value === undefined || lower(name) === "id") continue;
    const [was, is] = [markIn(sent), markIn(value)];
    const [expected, actual] = [shownSent(name, sent), shownMark(value)];
    if (
      isFree(name, sent) &&
      (typeof sent === "number" ? typeof value === "number" && !isSameAmount(sent, value) : was !== is)
    )
      yield { name, message: `${name} is not what was last sent`, expected, actual };
    else if (isGone(value) && !isGone(sent))
      yield { name, message: `${name} was sent and is not there`, expected, actual };
  }
  for (const [name, values] of shown) {
    const value = fieldOf(record, name);
    if (fieldOf(body, name) !== undefined || isGone(value) || !values.has(JSON.stringify(value))) continue;
    const message = `${name} was left out of the replacement but kept`;
    yield { name, message, expected: "nothing, or what a new record has", actual: shownMark(value) };
  }
};

const remember = (record: JsonObject, { stored, shown }: Known): void => {
  const [body] = stored;
  if (stored.length !== 1 || body === undefined) return;
  for (const [name, sent] of Object.entries(body)) {
    const value = fieldOf(record, name);
    // A flag that was left out may be on by default.
    if (lower(name) === "id" || typeof sent === "boolean" || value === undefined || isGone(value)) continue;
    shown.set(name, (shown.get(name) ?? new Set()).add(JSON.stringify(value)));
  }
};

const wrong = (
  exchange: Exchange,
  message: string,
  actual: string,
  pointer = "",
  expected = "the record as it was last replaced",
): Violation =>
  violation({
    fact: "DON-17",
    rule: "relation",
    message,
    exchange,
    pointer,
    expected,
    actual,
  });

const judgeRecord = function* (
  record: JsonObject,
  { name }: ReplacedKind,
  known: Known,
  exchange: Exchange,
  pointer: string,
): Generator<Judgement> {
  const found = known.stored.map((body) => [...differences(record, body, known)]);
  const fewest = found.toSorted((one, other) => one.length - other.length)[0] ?? [];
  for (const one of fewest.slice(0, 1))
    yield wrong(
      exchange,
      `the ${name} that is shown: ${one.message}`,
      one.actual,
      `${pointer}/${one.name}`,
      one.expected,
    );
  if (fewest.length === 0) remember(record, known);
};

/** Judges a page of records: the one that was replaced is there once and as it was sent, and no other one is like it. */
const judgePage = function* (exchange: Exchange, kind: ReplacedKind, known: Known): Generator<Judgement> {
  const id = String(fieldOf(known.stored[0], "id"));
  const records = (itemsOf(exchange) ?? recordList(jsonOf(exchange)) ?? []).filter(isObject);
  const own = records.filter((record) => String(fieldOf(record, "id")) === id);
  const operation = exchange.operation ?? "";
  for (const record of own.slice(0, 1)) {
    yield* judgeRecord(record, kind, known, exchange, `/items/${records.indexOf(record)}`);
    known.readBy.add(operation);
  }
  if (own.length > 1)
    yield wrong(
      exchange,
      `the ${kind.name} is listed ${own.length} times`,
      `${own.length} records with its id`,
    );
  const total = property(jsonOf(exchange), "total");
  const isWhole = typeof total === "number" ? records.length === total : true;
  if (own.length === 0 && isWhole && known.readBy.has(operation))
    yield wrong(exchange, `the ${kind.name} is not listed any more`, "no record with its id");
  // A record without an id may be the one that was replaced.
  const hasOtherId = (record: JsonObject): boolean =>
    fieldOf(record, "id") !== undefined && !own.includes(record);
  const other = records.find((record) => hasOtherId(record) && marksIn(record).length > 0);
  if (other !== undefined)
    yield wrong(
      exchange,
      `a replacement of the ${kind.name} has changed another record`,
      "another record with what was sent",
    );
};

const wasAnswered = ({ request }: Exchange, earlier: readonly Exchange[]): boolean =>
  earlier.some(
    (one) =>
      isSuccess(one) &&
      one.request.url === request.url &&
      JSON.stringify(one.request.body) === JSON.stringify(request.body),
  );

/** What must be answered, and the fact that says so. */
const expectedOf = (
  exchange: Exchange,
  { replace, reads }: ReplacedKind,
  earlier: readonly Exchange[],
): { readonly statuses: readonly number[] | "refusal"; readonly fact: string } => {
  const { operation } = exchange;
  if (operation !== replace) {
    const fact = reads.find((one) => one.operation === operation)?.fact ?? "DON-17";
    // How large a page may be is not stated; what was answered before is answered again.
    return { statuses: wasAnswered(exchange, earlier) ? [200] : [200, 400], fact };
  }
  const step = stepOf(exchange);
  if (step?.startsWith("refused-") === true) return { statuses: "refusal", fact: "DON-21" };
  if (step === "malformed") return { statuses: [400, 404], fact: "DON-20" };
  if (step === "ill-typed") return { statuses: [200, 204, 400, 404], fact: "DON-20" };
  return { statuses: [200, 204], fact: "DON-17" };
};

/** The bodies that may be stored after a replacement: of two that overlap, either one. */
const storedAfter = (
  exchange: Exchange,
  { stored }: Known,
  before: Exchange | undefined,
): readonly JsonObject[] => {
  const { body } = exchange.request;
  if (!isObject(body) || stepOf(exchange) === "ill-typed") return [];
  const overlaps =
    stepOf(exchange) === "two-at-once" &&
    exchange.call?.label.includes(": the other one") === true &&
    before !== undefined &&
    isSuccess(before);
  return overlaps ? [...stored, body] : [body];
};

const judgeSequence = function* (exchanges: readonly Exchange[], kind: ReplacedKind): Generator<Judgement> {
  const known: Known = { stored: [], shown: new Map(), readBy: new Set() };
  for (const [index, exchange] of exchanges.entries()) {
    const earlier = exchanges.slice(0, index);
    const { statuses, fact } = expectedOf(exchange, kind, earlier);
    const isOrdinary = exchange.operation === kind.replace && exchange.call?.expects === undefined;
    const refused = isOrdinary
      ? wrongWrite(exchange, earlier, statuses, fact)
      : wrongStatus(exchange, statuses, exchange.call?.label ?? "", fact);
    if (refused !== undefined) yield refused;
    if (!isSuccess(exchange)) continue;
    if (exchange.operation !== kind.replace) {
      if (known.stored.length > 0) yield* judgePage(exchange, kind, known);
      continue;
    }
    known.stored = storedAfter(exchange, known, exchanges[index - 1]);
    const answer = jsonOf(exchange);
    const [body] = known.stored;
    // The answer to one of two that overlap may show the other one.
    if (stepOf(exchange) === "two-at-once" || !isObject(answer) || body === undefined) continue;
    if (String(fieldOf(answer, "id")) === String(fieldOf(body, "id")))
      yield* judgeRecord(answer, kind, known, exchange, "");
  }
};

/** A model of what replacements store: the last one, whole, whatever was refused meanwhile, in every read. */
export const replacementModel = (
  kind: ReplacedKind,
  words: Pick<ActiveCheck, "id" | "title" | "why">,
): ActiveCheck => {
  const exploration = explorationOf(kind);
  return {
    ...words,
    facts: ["DON-17", "DON-20", "DON-21", ...new Set(kind.reads.map(({ fact }) => fact))],
    effect: "write",
    severity: "error",
    interfaces: ["donation"],
    needs: ["donation.credentials.token", `donation.scratch.${kind.name}`],
    explore: exploration,
    plan: (context) => replayed(exploration, context),
    judge: (exchanges) => judgeSequence(exchanges, kind),
  };
};
