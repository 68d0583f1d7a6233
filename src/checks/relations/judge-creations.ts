import type { Judgement, Violation } from "../../core/model/check.ts";
import { isSuccess, jsonOf, type Exchange } from "../../core/model/exchange.ts";
import { stepOf } from "../../core/model/exploration.ts";
import { askedId } from "../support/ids.ts";
import type { PagedList, Resource, ResourceWrite } from "../../core/model/resource.ts";
import type { MemberSet } from "../support/member-calls.ts";
import { isGone, isObject, property, type JsonObject } from "../support/json.ts";
import { statusOf, violation, wrongStatus } from "../support/judgements.ts";
import { markIn, marksIn, marksWithin, shownMark } from "../support/marked.ts";
import { recordsOn, totalOn } from "../support/paging.ts";
import { shownField, showsAnother } from "../support/shown-record.ts";
import { refusedCallerOf, wrongAnswer } from "../support/refused-callers.ts";

export type Created = Resource & { readonly create: ResourceWrite & { readonly newId: string } };

/** The first read of what a creation has made, by the number of that call, or the first try at a list. */
export type CreationTag = { readonly readBackOf: number } | "a large page";

const numberOf = ({ call }: Exchange): number => call?.move?.number ?? 0;

export const readBack = (created: Exchange): { readonly label: string; readonly tag: CreationTag } => ({
  label: `${created.call?.label ?? ""}, read back`,
  tag: { readBackOf: numberOf(created) },
});

interface Known {
  /** Possible bodies of each, by its id: one, or two after overlapping creations. */
  readonly bodies: Map<string, readonly unknown[]>;
  /** The accepted creations, by the number of the call. */
  readonly accepted: Map<number, Exchange>;
  /** The sent properties that the first read of a record has shown. */
  readonly shown: Set<string>;
  /** What the first read of each record has shown of what was sent. */
  readonly first: Map<string, JsonObject>;
  /** Creations since a list has shown every record, by mark, and how many records it had listed with each. */
  readonly sent: Map<number, number>;
  counted: Map<number, number> | undefined;
  /** The records that were read, and those that were listed. */
  readonly read: Set<string>;
  readonly listed: Set<string>;
  /** The marks that may be listed; undefined until a list has shown every record. */
  marks: Set<number> | undefined;
}

const isOverlapping = (exchange: Exchange): boolean => stepOf(exchange) === "two-at-once";

const judgeCreation = function* (
  exchange: Exchange,
  earlier: readonly Exchange[],
  resource: Created,
  known: Known,
): Generator<Judgement> {
  const { fact } = resource.create;
  // Whether a failed one was stored is open.
  if (statusOf(exchange) < 400 || statusOf(exchange) >= 500)
    for (const mark of new Set(marksIn(exchange.request.body)))
      known.sent.set(mark, (known.sent.get(mark) ?? 0) + 1);
  if (exchange.call?.expects === "refusal") {
    const wrong = wrongAnswer(resource, resource.create, exchange, earlier);
    if (wrong !== undefined) yield wrong;
    // Its effect is unknown.
    if (isSuccess(exchange)) known.bodies.clear();
    return;
  }
  // A name or an address may have to be new; which ones is not stated.
  if (![400, 409, 422].includes(statusOf(exchange))) {
    const wrong = wrongStatus(exchange, "success", exchange.call?.label ?? "", fact);
    if (wrong !== undefined) yield wrong;
  }
  if (!isSuccess(exchange)) return;
  known.accepted.set(numberOf(exchange), exchange);
  for (const mark of marksWithin(exchange.request.body)) known.marks?.add(mark);
};

/** A property of a record with another mark than was sent. */
interface OtherMark {
  readonly name: string;
  readonly expected: string;
  readonly actual: string;
}

const otherMarkThan = (answer: unknown, called: string, body: unknown): OtherMark | undefined => {
  for (const [name, sent] of Object.entries(isObject(body) ? body : {})) {
    const shown = shownField(answer, called, name);
    if (typeof sent === "string" && markIn(shown) !== markIn(sent))
      return { name, expected: shownMark(sent), actual: shownMark(shown) };
  }
  return undefined;
};

/** The difference between a record and the first of some bodies, if it matches none. */
const otherMark = (answer: unknown, called: string, bodies: readonly unknown[]): OtherMark | undefined => {
  const differing = bodies.map((body) => otherMarkThan(answer, called, body));
  return differing.every((one) => one !== undefined) ? differing[0] : undefined;
};

/**
 * The properties of a body that this answer shows, or an earlier one has shown of another record: it is not stated
 * which properties a server stores and shows.
 */
const shownOf = (body: unknown, name: string, exchange: Exchange, shown: Set<string>): JsonObject =>
  Object.fromEntries(
    Object.entries(isObject(body) ? body : {}).filter(([property]) => {
      if (!isGone(shownField(jsonOf(exchange), name, property))) shown.add(property);
      return shown.has(property);
    }),
  );

/** What a read shows of the properties of a body, as far as they have a value. */
const shownNow = (body: JsonObject, called: string, read: Exchange): JsonObject =>
  Object.fromEntries(
    Object.keys(body)
      .map((name) => [name, shownField(jsonOf(read), called, name)] as const)
      .filter(([, value]) => !isGone(value)),
  );

/** Learns which body a record was created with, as far as its first read shows it. */
const learn = (
  exchange: Exchange<CreationTag>,
  id: string,
  name: string,
  { accepted, bodies, first, shown }: Known,
): void => {
  const tag = exchange.call?.tag;
  const created = typeof tag === "object" ? accepted.get(tag.readBackOf) : undefined;
  if (created === undefined || !isSuccess(exchange)) return;
  const body = shownOf(created.request.body, name, exchange, shown);
  first.set(id, shownNow(body, name, exchange));
  bodies.set(id, isOverlapping(exchange) ? [...(bodies.get(id) ?? []), body] : [body]);
};

const judgeRead = function* (
  exchange: Exchange<CreationTag>,
  { called: name, create: { fact }, read }: Created,
  known: Known,
): Generator<Judgement> {
  const id = String(askedId(exchange, read?.parameter ?? "id"));
  learn(exchange, id, name, known);
  const wrong = (message: string, expected: string, actual: string): Violation =>
    violation({ fact, rule: "relation", message, exchange, expected, actual });
  if (!isSuccess(exchange)) {
    // A read that only the configuration names may be wrong.
    if (read?.at !== undefined && !known.read.has(id)) return;
    const lost = wrongStatus(exchange, "success", exchange.call?.label ?? "", fact);
    if (lost !== undefined) yield lost;
    return;
  }
  known.read.add(id);
  if (showsAnother(jsonOf(exchange), name, id))
    return yield wrong(
      `the id of the created ${name} leads to another ${name}`,
      `the ${name} with that id`,
      `a ${name} with another id`,
    );
  // Another fact requires a body.
  const bodies = jsonOf(exchange) === undefined ? [] : (known.bodies.get(id) ?? []);
  const other = otherMark(jsonOf(exchange), name, bodies);
  if (other !== undefined)
    yield wrong(`${other.name} of the created ${name} is not what was sent`, other.expected, other.actual);
  const first = jsonOf(exchange) === undefined ? {} : (known.first.get(id) ?? {});
  const lost = Object.keys(first).find((one) => isGone(shownField(jsonOf(exchange), name, one)));
  if (lost !== undefined && other === undefined)
    yield wrong(
      `${lost} of the created ${name} is not there any more`,
      "what its first read has shown",
      "none",
    );
};

/** A write to a record that was created: what is sent may be refused, but not for the record. */
const judgeChange = function* (
  exchange: Exchange,
  { update }: Created,
  { fact, id }: ResourceWrite,
  known: Known,
): Generator<Judgement> {
  const wrong = wrongStatus(exchange, "success", exchange.call?.label ?? "", fact);
  if (wrong !== undefined && ![400, 409, 422].includes(statusOf(exchange))) yield wrong;
  if (!isSuccess(exchange)) return;
  const changed = String(askedId(exchange, id?.parameter ?? ""));
  // What it leaves of other properties is not stated.
  known.first.delete(changed);
  if (exchange.operation !== update?.operation || !known.bodies.has(changed)) return;
  const sent = Object.entries(isObject(exchange.request.body) ? exchange.request.body : {});
  known.bodies.set(changed, [Object.fromEntries(sent.filter(([name]) => known.shown.has(name)))]);
};

const judgeRefused = function* (
  exchange: Exchange,
  earlier: readonly Exchange[],
  resource: Created,
  strangers: ReadonlySet<number>,
): Generator<Judgement> {
  const { called: name, create } = resource;
  for (const refused of earlier) {
    const isListed = marksWithin(refused.request.body).some((mark) => strangers.has(mark));
    if (refused.call?.expects !== "refusal" || isSuccess(refused) || !isListed) continue;
    yield violation({
      fact: refusedCallerOf(resource, refused)?.fact ?? create.fact,
      rule: "relation",
      message: `a ${name} whose creation was refused is listed`,
      exchange,
      also: [refused],
      expected: "nobody who was refused",
      actual: `a ${name} with what was sent`,
    });
  }
};

const countedIn = (records: readonly unknown[]): Map<number, number> => {
  const counted = new Map<number, number>();
  for (const mark of records.flatMap((record) => [...new Set(marksIn(record))]))
    counted.set(mark, (counted.get(mark) ?? 0) + 1);
  return counted;
};

/** Creations that are listed more than once: two of them, since one may have been repeated after a failure. */
const judgeRepeated = function* (
  exchange: Exchange,
  { called, create: { fact } }: Created,
  known: Known,
  records: readonly unknown[],
): Generator<Judgement> {
  const counted = countedIn(records);
  const before = known.counted;
  if (before === undefined) {
    known.counted = counted;
    known.sent.clear();
    return;
  }
  const repeated = [...known.sent].filter(
    ([mark, sent]) => (counted.get(mark) ?? 0) > sent + (before.get(mark) ?? 0),
  );
  if (repeated.length > 1)
    yield violation({
      fact,
      rule: "relation",
      message: `more ${called}s are listed than were created`,
      exchange,
      expected: `one ${called} for each creation`,
      actual: `more than one for ${repeated.length} creations`,
    });
};

const idsIn = (records: readonly unknown[]): ReadonlySet<string> =>
  new Set(records.map((record) => String(property(record, "id"))));

/** Judges a complete list: listed records stay, and of two created ones both are there or none. */
const judgeList = function* (
  exchange: Exchange,
  earlier: readonly Exchange[],
  kind: Created,
  list: PagedList,
  known: Known,
): Generator<Judgement> {
  const { called: name } = kind;
  const records = recordsOn(list, exchange);
  if (records === undefined || totalOn(list, exchange) !== records.length) return;
  const ids = idsIn(records);
  const created = [...known.read];
  for (const id of created) if (ids.has(id)) known.listed.add(id);
  const missing = created.find((id) => !ids.has(id));
  if (missing !== undefined && known.listed.size > 0)
    yield violation({
      fact: list.fact,
      rule: "relation",
      message: known.listed.has(missing)
        ? `a ${name} that was created is not listed any more`
        : `a ${name} that was created before another one is not listed`,
      exchange,
      expected: `every ${name} that was created`,
      actual: "not all of them",
    });
  yield* judgeRepeated(exchange, kind, known, records);
  const marks = new Set(marksWithin(records));
  const before = (known.marks ??= marks);
  yield* judgeRefused(exchange, earlier, kind, new Set([...marks].filter((mark) => !before.has(mark))));
};

export const judgeCreations = function* (
  exchanges: readonly Exchange<CreationTag>[],
  kind: Created,
  sets: readonly MemberSet[],
): Generator<Judgement> {
  const changes = [kind.update, ...sets.map(({ replace }) => replace)];
  const known: Known = {
    bodies: new Map(),
    first: new Map(),
    sent: new Map(),
    counted: undefined,
    accepted: new Map(),
    shown: new Set(),
    read: new Set(),
    listed: new Set(),
    marks: undefined,
  };
  for (const [index, exchange] of exchanges.entries()) {
    const change = changes.find((write) => write?.operation === exchange.operation);
    if (exchange.operation === kind.create.operation)
      yield* judgeCreation(exchange, exchanges.slice(0, index), kind, known);
    else if (change !== undefined) yield* judgeChange(exchange, kind, change, known);
    else if (kind.list === undefined || exchange.operation !== kind.list.operation)
      yield* judgeRead(exchange, kind, known);
    else if (isSuccess(exchange))
      yield* judgeList(exchange, exchanges.slice(0, index), kind, kind.list, known);
    else if (exchange.call?.tag !== "a large page") {
      const wrong = wrongStatus(exchange, "success", exchange.call?.label ?? "", kind.list.fact);
      if (wrong !== undefined) yield wrong;
    }
  }
};
