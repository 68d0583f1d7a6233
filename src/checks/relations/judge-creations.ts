import type { Judgement, Violation } from "../../harness/model/check.ts";
import { isSuccess, jsonOf, type Exchange } from "../../harness/model/exchange.ts";
import { stepOf, unnumbered } from "../../harness/model/exploration.ts";
import { askedId } from "../support/asked-id.ts";
import type { PagedList, Resource, ResourceWrite } from "../../harness/model/resource.ts";
import { isGone, isObject, property, type JsonObject } from "../support/json.ts";
import { statusOf, violation, wrongStatus } from "../support/judgements.ts";
import { markIn, marksWithin, shownMark } from "../support/marked.ts";
import { recordsOn, totalOn } from "../support/paging.ts";
import { shownField, showsAnother } from "../support/shown-record.ts";
import { refusedCallerOf, wrongAnswer } from "../support/refused-callers.ts";

/** A kind of record that is created. */
export type Created = Resource & { readonly create: ResourceWrite & { readonly newId: string } };

/** The label of a call without its number in a sequence and without the mark of a repetition. */
const plainLabel = ({ call }: Exchange): string => unnumbered(call?.label ?? "").replace(/, again$/, "");

const end = ", read back";

/** Label of the read of a record that was just created. */
export const readBackLabel = (created: Exchange): string => `${plainLabel(created)}${end}`;

/** What is known about the records that a sequence has created. */
interface Known {
  /** Possible bodies of each, by its id: one, or two after overlapping creations. */
  readonly bodies: Map<string, readonly unknown[]>;
  /** The accepted creations, by label. */
  readonly accepted: Map<string, Exchange>;
  /** The sent properties that the first read of a record has shown. */
  readonly shown: Set<string>;
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
  known.accepted.set(plainLabel(exchange), exchange);
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

/** Learns which body a record was created with, as far as its first read shows it. */
const learn = (exchange: Exchange, id: string, name: string, { accepted, bodies, shown }: Known): void => {
  const label = plainLabel(exchange);
  const created = label.endsWith(end) ? accepted.get(label.slice(0, -end.length)) : undefined;
  if (created === undefined || !isSuccess(exchange)) return;
  const body = shownOf(created.request.body, name, exchange, shown);
  bodies.set(id, isOverlapping(exchange) ? [...(bodies.get(id) ?? []), body] : [body]);
};

const judgeRead = function* (
  exchange: Exchange,
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
};

/** Creations that were refused but are listed. */
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
  const marks = new Set(marksWithin(records));
  const before = (known.marks ??= marks);
  yield* judgeRefused(exchange, earlier, kind, new Set([...marks].filter((mark) => !before.has(mark))));
};

export const judgeCreations = function* (
  exchanges: readonly Exchange[],
  kind: Created,
): Generator<Judgement> {
  const known: Known = {
    bodies: new Map(),
    accepted: new Map(),
    shown: new Set(),
    read: new Set(),
    listed: new Set(),
    marks: undefined,
  };
  for (const [index, exchange] of exchanges.entries()) {
    if (exchange.operation === kind.create.operation)
      yield* judgeCreation(exchange, exchanges.slice(0, index), kind, known);
    else if (kind.list === undefined || exchange.operation !== kind.list.operation)
      yield* judgeRead(exchange, kind, known);
    else if (isSuccess(exchange))
      yield* judgeList(exchange, exchanges.slice(0, index), kind, kind.list, known);
    else if (plainLabel(exchange) !== "all of them") {
      const wrong = wrongStatus(exchange, "success", exchange.call?.label ?? "", kind.list.fact);
      if (wrong !== undefined) yield wrong;
    }
  }
};
