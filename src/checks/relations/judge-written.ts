import type { Judgement, Violation } from "../../core/model/check.ts";
import { isSuccess, jsonOf, type Exchange } from "../../core/model/exchange.ts";
import { stepOf } from "../../core/model/exploration.ts";
import type { PagedList, Resource, ResourceWrite } from "../../core/model/resource.ts";
import { describedForm, shownFlag, unlike } from "../../core/validation/shape-of.ts";
import { anyCase, has, isGone, isObject, property, type JsonObject } from "../support/json.ts";
import { statusOf, violation, wrongStatus } from "../support/judgements.ts";
import { isAnotherMoment, isKept, isSameAmount } from "../support/kept-text.ts";
import { isFree, isSetByServer, isTerm, markIn, marksIn, shownMark } from "../support/marked.ts";
import { recordsOnPage } from "../support/paging.ts";
import { recordList } from "../support/record-list.ts";
import { wrongAnswer } from "../support/refused-callers.ts";
import { lower } from "../support/replaced-record.ts";
import { sameId } from "../support/ids.ts";
import { shownField } from "../support/shown-record.ts";

/** What is judged: writes of one kind of record. */
interface Judged {
  readonly resource: Resource;
  readonly write: ResourceWrite;
  /** The only fact to judge; without one, the first difference represents the others. */
  readonly only?: string;
}

interface Known {
  /** Bodies that may be stored: one, or two after overlapping writes; none if unknown. */
  stored: readonly JsonObject[];
  /** Those that were stored earlier; undefined if one of them is unknown. */
  before: readonly JsonObject[] | undefined;
  /** What was shown of each property, as JSON, with what had been sent for it. */
  readonly shown: Map<string, Map<string, unknown[]>>;
  /** The reads that have shown it, each with the flags that it had: one that is switched off may be hidden. */
  readonly readBy: Set<string>;
  readonly sentBy: Map<string, Exchange>;
  first: Exchange | undefined;
}

interface Difference {
  readonly name: string;
  readonly fact?: string | undefined;
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  readonly cause?: NonNullable<Violation["cause"]>;
  readonly also?: readonly Exchange[];
}

/** A sent value, unchanged if the run made it up. */
const shownSent = (name: string, sent: unknown): string =>
  typeof sent === "number" && isFree(name, sent) ? String(sent) : shownMark(sent);

/** Difference from what was sent if the server may write the record in its own way. */
const openDifference = (
  resource: Resource,
  name: string,
  sent: unknown,
  value: unknown,
): string | undefined => {
  if (value === undefined || lower(name) === "id") return undefined;
  const isReplaced = resource.replace !== undefined;
  const isOtherText = typeof sent === "string" && markIn(sent) !== markIn(value);
  const isOtherAmount =
    isReplaced && typeof value === "number" && typeof sent === "number" && !isSameAmount(sent, value);
  if ((isOtherText || isOtherAmount) && (!isReplaced || isFree(name, sent)))
    return "is not what was last sent";
  if (!isReplaced) return undefined;
  if (isTerm(name) && isAnotherMoment(sent, value)) return "is not the moment that was sent";
  return isGone(value) && !isGone(sent) ? "was sent and is not there" : undefined;
};

/** A text that is not a day breaks another fact. */
const isSameDay = (sent: unknown, value: unknown): boolean =>
  typeof value !== "string" || !/^\d{4}-\d\d-\d\d$/.test(value) || value === String(sent).slice(0, 10);

/** Difference if the answer is stated to be the record. That a text is not trimmed or normalised is not stated. */
const statedDifference = (
  { unshown = [], days = {} }: Resource,
  name: string,
  sent: unknown,
  value: unknown,
): string | undefined => {
  if (unshown.includes(name)) return undefined;
  if (name in days) return isSameDay(sent, value) ? undefined : `is not the day of the ${name} that was sent`;
  const isSame = typeof sent === "string" ? isKept(sent, value) : sent === value;
  return isSame ? undefined : "is not what was sent";
};

/** The cause of a property that stays although a replacement leaves it out, whichever check sees it. */
const stayed = (called: string, answer: string, request: string) => ({
  what: `properties of a ${called} stay after a replacement without them`,
  item: answer === request ? answer : `${answer} (sent as ${request})`,
});

/** The value of a property of a record at some location of an answer. */
type Show = (name: string) => unknown;

/** Whether a read shows what was sent earlier, and never for what was sent now. */
const isStale = (
  sent: unknown,
  value: unknown,
  shown: ReadonlyMap<string, unknown[]> = new Map(),
): boolean => {
  const [now, is] = [sent, value].map((one) => JSON.stringify(one));
  const earlier = shown.get(is ?? "") ?? [];
  return is !== now && earlier.length > 0 && earlier.every((one) => JSON.stringify(one) !== now);
};

const differences = function* (
  { resource, write }: Judged,
  show: Show,
  body: JsonObject,
  { shown, sentBy }: Known,
  isRead: boolean,
): Generator<Difference> {
  const isWhole = resource.shown === "whole";
  const compare = isWhole ? statedDifference : openDifference;
  for (const [name, sent] of Object.entries(body)) {
    if (isSetByServer(name)) continue;
    const answer = resource.names?.[name] ?? name;
    const value = show(answer);
    const isKept = isRead && resource.replace !== undefined && isStale(sent, value, shown.get(name));
    const message =
      compare(resource, name, sent, value) ??
      (isKept ? `was ${sent === null ? "emptied" : "changed"} in the replacement but kept` : undefined);
    if (message === undefined) continue;
    const fact = write.facts?.[name];
    const expected = shownSent(name, sent);
    const actual = unlike(expected, shownMark(value));
    yield { name: answer, fact, message: `${answer} of the ${resource.called} ${message}`, expected, actual };
  }
  const declared = typeof write.body === "string" ? shown.keys() : Object.keys(write.body);
  for (const name of resource.replace === undefined ? [] : declared) {
    const answer = resource.names?.[name] ?? name;
    const value = show(answer);
    const isLeftOut = isWhole ? !has(body, name) : anyCase(body, name) === undefined;
    if (!isLeftOut || isGone(value) || isSetByServer(name)) continue;
    const before = sentBy.get(name);
    // An omitted flag may be on by default.
    const earlier = shown.get(name)?.get(JSON.stringify(value)) ?? [];
    if (isWhole ? before === undefined : earlier.every((sent) => typeof sent === "boolean")) continue;
    const actual = shownMark(value);
    const message = `${answer} of the ${resource.called} was left out of the replacement but is still there`;
    yield isWhole
      ? {
          name: answer,
          fact: write.leftOut,
          message,
          expected: "nothing: the record as it was sent",
          actual,
          cause: stayed(resource.called, answer, name),
          also: before === undefined ? [] : [before],
        }
      : { name, message, expected: "nothing, or what a new record has", actual };
  }
};

const remember = (show: Show, { stored, shown }: Known): void => {
  const [body] = stored;
  if (stored.length !== 1 || body === undefined) return;
  for (const [name, sent] of Object.entries(body)) {
    const value = show(name);
    if (lower(name) === "id" || value === undefined || isGone(value)) continue;
    const values = shown.get(name) ?? new Map<string, unknown[]>();
    const key = JSON.stringify(value);
    shown.set(name, values.set(key, [...(values.get(key) ?? []), sent]));
  }
};

const wrong = (
  { resource: { called }, write }: Judged,
  exchange: Exchange,
  message: string,
  {
    actual,
    pointer = "",
    expected = `the ${called} as it was last written`,
    ...more
  }: Pick<Partial<Violation>, "pointer" | "expected" | "fact" | "cause" | "also"> & {
    readonly actual: string;
  },
): Violation =>
  violation({ fact: write.fact, rule: "relation", message, exchange, pointer, expected, actual, ...more });

const judgeRecord = function* (
  judged: Judged,
  show: Show,
  known: Known,
  exchange: Exchange,
  pointer: string | undefined,
): Generator<Judgement> {
  const isRead = exchange.operation !== judged.write.operation;
  const found = known.stored.map((body) => [...differences(judged, show, body, known, isRead)]);
  const fewest = found.toSorted((one, other) => one.length - other.length)[0] ?? [];
  const { only, write } = judged;
  const named = fewest.filter(({ fact = write.fact }) => only === undefined || fact === only);
  for (const { name, message, fact = write.fact, ...rest } of only === undefined ? named.slice(0, 1) : named)
    yield wrong(judged, exchange, message, {
      ...rest,
      fact,
      ...(pointer === undefined ? {} : { pointer: `${pointer}/${name}` }),
    });
  // An answer to a write may echo what was sent, not what is stored.
  if (fewest.length === 0 && (isRead || judged.resource.shown === "whole")) remember(show, known);
};

/** Judges a page of records: the written one is there once and as sent, and no other is like it. */
const judgePage = function* (exchange: Exchange, judged: Judged, known: Known): Generator<Judgement> {
  const { called } = judged.resource;
  const id = String(anyCase(known.stored[0], "id"));
  const records = (recordsOnPage(exchange) ?? recordList(jsonOf(exchange)))?.filter(isObject);
  if (records === undefined) return;
  const own = records.filter((record) => String(anyCase(record, "id")) === id);
  const flags = Object.entries(known.stored[0] ?? {}).filter(([, value]) => typeof value === "boolean");
  const shownBy = JSON.stringify([exchange.operation, flags]);
  for (const record of own.slice(0, 1)) {
    const show: Show = (name) => anyCase(record, name);
    yield* judgeRecord(judged, show, known, exchange, `/items/${records.indexOf(record)}`);
    known.readBy.add(shownBy);
  }
  if (own.length > 1)
    yield wrong(judged, exchange, `the ${called} is listed ${own.length} times`, {
      actual: `${own.length} records with its id`,
    });
  const total = property(jsonOf(exchange), "total");
  const isWhole = typeof total === "number" ? records.length === total : true;
  if (own.length === 0 && isWhole && known.readBy.has(shownBy))
    yield wrong(judged, exchange, `the ${called} is not listed any more`, {
      actual: "no record with its id",
    });
  // A record without an id may be the written one.
  const hasOtherId = (record: JsonObject): boolean =>
    anyCase(record, "id") !== undefined && !own.includes(record);
  const other = records.find((record) => hasOtherId(record) && marksIn(record).length > 0);
  if (other !== undefined)
    yield wrong(judged, exchange, `a write of the ${called} has changed another record`, {
      actual: "another record with what was sent",
    });
};

const wasAnswered = ({ request }: Exchange, earlier: readonly Exchange[]): boolean =>
  earlier.some(
    (one) =>
      isSuccess(one) &&
      one.request.url === request.url &&
      JSON.stringify(one.request.body) === JSON.stringify(request.body),
  );

/** What overlaps: the other of two writes at once, or a read while the record is being written. */
export interface WrittenTag {
  readonly overlaps?: "the other" | "meanwhile";
}

const isOtherOfTwo = ({ call }: Exchange<WrittenTag>): boolean => call?.tag?.overlaps === "the other";

/** The bodies that may be stored after a write: of two overlapping writes, either accepted one; none if unknown. */
const storedAfter = (
  exchange: Exchange<WrittenTag>,
  before: Exchange | undefined,
  { stored }: Known,
): readonly JsonObject[] => {
  const { body } = exchange.request;
  if (!isObject(body) || exchange.call?.expects === "refusal") return [];
  return isOtherOfTwo(exchange) && before !== undefined && isSuccess(before) ? [...stored, body] : [body];
};

/** Judges an answer to a write that is stated to be the record: also the other of two overlapping ones. */
const judgeWhole = function* (
  judged: Judged,
  exchange: Exchange<WrittenTag>,
  exchanges: readonly Exchange<WrittenTag>[],
  known: Known,
): Generator<Judgement> {
  const { called, keeps = [], names = {} } = judged.resource;
  const { id, facts = {} } = judged.write;
  const answer = jsonOf(exchange);
  if (!isObject(answer))
    return yield violation({
      fact: judged.write.fact,
      rule: "shape",
      message: `the answer is not a ${called}`,
      exchange,
      expected: `the ${called} as it now is`,
      actual: describedForm(answer),
    });
  for (const [name, fact] of Object.entries(facts))
    if (names[name] !== undefined && has(answer, name))
      yield violation({
        fact,
        rule: "extra",
        message: `the answer has ${name} beside or in place of ${names[name]}`,
        exchange,
        pointer: `/${name}`,
        expected: `${names[name]} only`,
        actual: shownFlag(property(answer, name)),
      });
  const at = exchanges.indexOf(exchange);
  const others =
    stepOf(exchange) === "two-at-once" ? [exchanges[at + (isOtherOfTwo(exchange) ? -1 : 1)]] : [];
  const stored = [exchange, ...others].map((one) => one?.request.body).filter(isObject);
  yield* judgeRecord(judged, (name) => property(answer, name), { ...known, stored }, exchange, "");
  if (!sameId(property(answer, "id"), exchange.call?.path?.[id?.parameter ?? ""]))
    yield wrong(judged, exchange, `the answer is another ${called}`, {
      pointer: "/id",
      expected: "the id of the path",
      actual: "another id",
    });
  for (const name of keeps)
    if (property(jsonOf(known.first ?? exchange), name) !== property(answer, name))
      yield wrong(judged, exchange, `${name} of the ${called} is not the one from before`, {
        pointer: `/${name}`,
        expected: "what no write changes",
        actual: shownFlag(property(answer, name)),
      });
};

/** Judges a read, and an answer to a write without a stated body: of two overlapping writes it may show the other. */
const judgeOpen = function* (judged: Judged, exchange: Exchange, known: Known): Generator<Judgement> {
  const { shown, called } = judged.resource;
  const answer = jsonOf(exchange);
  const isOverlapping = isObject(exchange.request.body) && stepOf(exchange) === "two-at-once";
  if (isOverlapping && exchange.operation === judged.write.operation) return;
  if (shown === "whole")
    return yield* judgeRecord(judged, (name) => property(answer, name), known, exchange, "");
  if (shown === "somewhere")
    return yield* judgeRecord(judged, (name) => shownField(answer, called, name), known, exchange, undefined);
  const id = anyCase(known.stored[0], "id");
  if (isObject(answer) && String(anyCase(answer, "id")) === String(id))
    yield* judgeRecord(judged, (name) => anyCase(answer, name), known, exchange, "");
};

/** Judges a read while the record is being written, as far as it shows the record. */
const judgeMeanwhile = function* (
  judged: Judged,
  exchange: Exchange,
  { before, ...known }: Known & { readonly before: readonly JsonObject[] },
  page: PagedList | undefined,
): Generator<Judgement> {
  const either = { ...known, before, stored: [...before, ...known.stored] };
  if (page === undefined) return yield* judgeOpen(judged, exchange, either);
  const id = String(anyCase(known.stored[0], "id"));
  const own = (recordsOnPage(exchange) ?? []).find((record) => String(anyCase(record, "id")) === id);
  if (own !== undefined)
    yield* judgeRecord(judged, (name) => anyCase(own, name), either, exchange, undefined);
};

export const judgeWritten = function* (
  judged: Judged,
  exchanges: readonly Exchange<WrittenTag>[],
): Generator<Judgement> {
  const { resource, write } = judged;
  const known: Known = {
    stored: [],
    before: [],
    shown: new Map(),
    readBy: new Set(),
    sentBy: new Map(),
    first: undefined,
  };
  let hasShown = false;
  for (const [index, exchange] of exchanges.entries()) {
    const earlier = exchanges.slice(0, index);
    const isWrite = exchange.operation === write.operation;
    const page = resource.reads?.find(({ operation }) => operation === exchange.operation);
    const label = exchange.call?.label ?? "";
    if (isWrite) {
      const refused =
        stepOf(exchange) === "ill-typed"
          ? wrongStatus(
              exchange,
              [...(write.statuses ?? []), ...(resource.malformed?.statuses ?? [])],
              label,
              resource.malformed?.fact,
            )
          : wrongAnswer(resource, write, exchange, earlier);
      if (refused !== undefined) yield refused;
    } else if (page !== undefined) {
      // The page size limit is not stated; a request answered before must be answered again.
      const lost = wrongStatus(
        exchange,
        wasAnswered(exchange, earlier) ? [200] : [200, 400],
        label,
        page.fact,
      );
      if (lost !== undefined) yield lost;
    }
    if (!isSuccess(exchange)) continue;
    if (isWrite) {
      const stored = storedAfter(exchange, exchanges[index - 1], known);
      // What a write that should have been refused stores is not stated, and a read may show it later.
      known.before =
        stored.length === 0 || known.before === undefined ? undefined : [...known.before, ...known.stored];
      known.stored = stored;
      for (const name of Object.keys(exchange.request.body ?? {})) known.sentBy.set(name, exchange);
    }
    if (isWrite && resource.shown === "whole") {
      if (exchange.call?.expects === "refusal" || statusOf(exchange) !== 200) continue;
      known.first ??= exchange;
      yield* judgeWhole(judged, exchange, exchanges, known);
    } else if (exchange.call?.tag?.overlaps === "meanwhile") {
      // It shows the record of now or an earlier one, each whole: when a write must show is not stated. Until a read
      // has shown one of these, it may be one that was there before.
      const { before = [] } = known;
      if (hasShown && before.length > 0) yield* judgeMeanwhile(judged, exchange, { ...known, before }, page);
    } else if (known.stored.length > 0) {
      hasShown ||= !isWrite;
      yield* page === undefined ? judgeOpen(judged, exchange, known) : judgePage(exchange, judged, known);
    }
  }
};

export type Overwritten = Resource & { readonly replace: ResourceWrite };

/** Judgements on one fact about replacements. */
export const judgeOneFact = function* (
  resource: Overwritten,
  fact: string,
  exchanges: readonly Exchange<WrittenTag>[],
): Generator<Judgement> {
  for (const judgement of judgeWritten({ resource, write: resource.replace, only: fact }, exchanges))
    if (judgement.kind !== "violation" || judgement.fact === fact) yield judgement;
};
