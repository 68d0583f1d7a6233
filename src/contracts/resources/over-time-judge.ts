import { isDeepStrictEqual } from "node:util";
import { type Exchange, isSuccess, jsonOf } from "../../core/model/exchange.ts";
import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import { answerStatus } from "../checks/asking.ts";
import { idIn } from "../checks/record-ids.ts";
import { isReadable, isStill } from "./fields.ts";
import { mayBeCut } from "./lists.ts";
import { changedBetween, idsIn, itemsIn, nextIn, recordPlace, shownRecord } from "./record-view.ts";
import { type RelationFound, relationHolds, type Scene } from "./relation.ts";
import { isMasked, showsSame } from "./same-value.ts";
import { isCarriedOut, isGoneAt, quotedNames, type ResourceAnswers, type Tag } from "./tag.ts";

/** What is known of a record at one point of a sequence. */
interface Known {
  /** As its last read has shown it. */
  shown: JsonObject;
  /** Changes since then that were carried out. */
  changes: Exchange<Tag>[];
  removal?: Exchange<Tag>;
  /** Whether a list has shown it. */
  isListed: boolean;
}

/** Whether a request may have done something, or not: 408 and failures leave it open. */
const isUnclear = (exchange: Exchange): boolean => {
  const status = answerStatus(exchange);
  return status === 0 || status === 202 || status === 408 || status >= 500;
};

const sentBy = ({ call }: Exchange<Tag>): JsonObject => (isObject(call?.tag?.sent) ? call.tag.sent : {});

/** Properties that show what they had before all changes. Of changes that overlap, either may have come last. */
const staleIn = ({ api, resource }: Scene, { shown, changes }: Known, is: JsonObject): readonly string[] => {
  const isClients = isReadable(api, resource);
  const names = new Set(changes.flatMap((change) => Object.keys(sentBy(change))));
  return [...names].filter((name) => {
    const sent = changes.map(sentBy).filter((one) => Object.hasOwn(one, name));
    const isAnyOf = (value: unknown): boolean => sent.some((one) => showsSame(one[name], value));
    return (
      isClients(name) &&
      Object.hasOwn(shown, name) &&
      !isMasked(is[name]) &&
      showsSame(shown[name], is[name]) &&
      !isAnyOf(shown[name])
    );
  });
};

function* judgeShown(
  scene: Scene,
  read: Exchange<Tag>,
  known: Known,
  is: JsonObject,
): Generator<RelationFound> {
  const { api, resource } = scene;
  const { operation = "" } = read;
  const found = (words: string, expected: string, actual: string): RelationFound => ({
    fact: "over-time",
    message: `${operation} shows ${words}`,
    exchange: read,
    also: known.changes,
    expected,
    actual,
  });
  if (known.changes.length === 0) {
    const changed = changedBetween(known.shown, is, isStill(api, resource));
    const another = `another ${quotedNames(changed)}`;
    if (changed.length > 0)
      yield found(
        `${another} than before, although nothing has changed this ${resource.name}`,
        "what was read before",
        another,
      );
    return;
  }
  const stale = staleIn(scene, known, is);
  const [change] = known.changes;
  const when = known.changes.length > 1 ? "two changes at once" : (change?.operation ?? "its change");
  const earlier = `the ${quotedNames(stale)} from before`;
  if (stale.length > 0) yield found(`${earlier} ${when}`, "what was done to it last", earlier);
}

/** Whether a record that can be read is there, and one that was removed is not. */
function* judgePresence(
  { resource }: Scene,
  read: Exchange<Tag>,
  { removal }: Known,
): Generator<RelationFound> {
  const { operation = "" } = read;
  if (isGoneAt(read) && removal === undefined)
    yield {
      fact: "over-time",
      message: `${operation} does not find a ${resource.name} any more, although nothing has removed it`,
      exchange: read,
      expected: "the record",
      actual: String(answerStatus(read)),
    };
  if (isSuccess(read) && removal !== undefined && resource.remove?.keeps !== true)
    yield {
      fact: "over-time",
      message: `${operation} still shows a ${resource.name} that ${removal.operation ?? ""} has removed`,
      exchange: read,
      also: [removal],
      expected: "404 or 410",
      actual: String(answerStatus(read)),
    };
}

/** Two creations at once that were sent different records do not answer with the same. */
function* judgeSameId({ resource }: Scene, twins: readonly Exchange<Tag>[]): Generator<RelationFound> {
  const place = recordPlace(resource);
  const [one, other] = twins;
  if (place === undefined || !isCarriedOut(one) || !isCarriedOut(other)) return;
  const [id, otherId] = [one, other].map((exchange) => idIn(jsonOf(exchange), place));
  if (id === undefined || id !== otherId || isDeepStrictEqual(sentBy(one), sentBy(other))) return;
  yield {
    fact: "over-time",
    message: `${one.operation ?? ""} twice at once gives two records the same id`,
    exchange: other,
    also: [one],
    expected: "an id for each",
    actual: "the same id",
  };
}

/** Two creations at once give two records, each with what it was sent. */
function* judgeTwins(
  { resource }: Scene,
  twins: readonly Exchange<Tag>[],
  read: Exchange<Tag>,
): Generator<RelationFound> {
  const [one, other] = twins.filter(isCarriedOut);
  const place = recordPlace(resource);
  const on = read.call?.tag?.on;
  const own = [one, other].find((exchange) => exchange?.call?.tag?.on === on);
  const strange = [one, other].find((exchange) => exchange !== own);
  const is = shownRecord(read, resource);
  if (place === undefined || own === undefined || strange === undefined || is === undefined) return;
  const wrong = Object.keys(sentBy(own)).filter(
    (name) =>
      typeof is[name] === "string" &&
      !showsSame(sentBy(own)[name], is[name]) &&
      showsSame(sentBy(strange)[name], is[name]),
  );
  if (wrong.length > 0)
    yield {
      fact: "over-time",
      message: `${own.operation ?? ""} twice at once leaves a ${resource.name} with the ${quotedNames(wrong)} of the other`,
      exchange: read,
      also: [own, strange],
      expected: "what its creation was sent",
      actual: "what the other one was sent",
    };
}

function* judgeList(
  { api, resource }: Scene,
  page: Exchange<Tag>,
  records: ReadonlyMap<string, Known>,
): Generator<RelationFound> {
  const { list, remove } = resource;
  const place = recordPlace(resource);
  const ids = list && place && idsIn(page, list, place);
  if (list === undefined || place === undefined || ids === undefined || !isSuccess(page)) return;
  const isQuiet = isStill(api, resource);
  // New records may push others out of a list that is cut.
  const isWhole = !mayBeCut({ api, resource }, ids.length) && nextIn(page, list) === undefined;
  for (const [id, known] of records) {
    const item = itemsIn(page, list).find((one) => idIn(one, place) === id);
    const finding = (words: string, expected: string, actual: string): RelationFound => ({
      fact: "over-time",
      message: `${page.operation ?? ""} ${words}`,
      exchange: page,
      ...(known.removal === undefined ? {} : { also: [known.removal] }),
      expected,
      actual,
    });
    if (known.removal !== undefined) {
      if (ids.includes(id) && remove?.keeps !== true)
        yield finding(
          `lists a ${resource.name} that was removed`,
          "the record left out",
          "the record among them",
        );
      continue;
    }
    if (item === undefined && known.isListed && known.changes.length === 0 && isWhole)
      yield finding(
        `lists a ${resource.name} no longer, although nothing has removed it`,
        "the record among them",
        "a list without it",
      );
    known.isListed ||= item !== undefined;
    if (!isObject(item) || known.changes.length > 0) continue;
    const isShared = (name: string): boolean => Object.hasOwn(item, name) && Object.hasOwn(known.shown, name);
    const others = changedBetween(known.shown, item, (name) => isShared(name) && isQuiet(name));
    const another = `another ${quotedNames(others)}`;
    if (others.length > 0)
      yield finding(`shows ${another} than the record has`, "what its read has shown", another);
  }
}

/** Takes in a request that has changed a record. */
const noteWrite = (known: Known | undefined, exchange: Exchange<Tag>): void => {
  if (known === undefined || !isCarriedOut(exchange)) return;
  if (exchange.call?.tag?.step === "remove") known.removal = exchange;
  else known.changes.push(exchange);
};

/** Takes in a creation: the id of a removed record may be given again; without one in the answer, that of any. */
const noteCreation = ({ resource }: Scene, exchange: Exchange<Tag>, records: Map<string, Known>): void => {
  if (!isSuccess(exchange) && !isUnclear(exchange)) return;
  const place = recordPlace(resource);
  const given = place && idIn(jsonOf(exchange), place);
  for (const [id, { removal }] of records)
    if (removal !== undefined && (given === undefined || given === id)) records.delete(id);
};

function* judgeRead(
  scene: Scene,
  read: Exchange<Tag>,
  records: Map<string, Known>,
  twins: readonly Exchange<Tag>[],
): Generator<RelationFound> {
  const id = read.call?.tag?.id ?? "";
  const known = records.get(id);
  const is = isSuccess(read) ? shownRecord(read, scene.resource) : undefined;
  if (known !== undefined) {
    yield* judgePresence(scene, read, known);
    if (is !== undefined && known.removal === undefined) yield* judgeShown(scene, read, known, is);
  }
  if (known === undefined && is !== undefined) yield* judgeTwins(scene, twins, read);
  if (is === undefined) {
    // Whatever it is that cannot be read, nothing more is known of it.
    if (known?.removal === undefined) records.delete(id);
    return;
  }
  if (known?.removal !== undefined) return;
  // A list may hold only what has some value, such as what is active.
  const isListed = known?.isListed === true && known.changes.length === 0;
  records.set(id, { shown: is, changes: [], isListed });
}

const writes: ReadonlySet<string> = new Set(["change", "change at once", "remove"]);

/** Judges a sequence of requests against what each of them must have left. */
export function* judgeOverTime(scene: Scene, answers: ResourceAnswers): Generator<RelationFound> {
  const records = new Map<string, Known>();
  // What a request without an answer, or one that is not done yet, does to a record may show at any later time.
  const open = new Set<string>();
  let twins: readonly Exchange<Tag>[] = [];
  let isJudged = false;
  for (const exchange of answers) {
    const { step = "", id = "" } = exchange.call?.tag ?? {};
    if (writes.has(step) && isUnclear(exchange)) {
      open.add(id);
      records.delete(id);
    }
    if (open.has(id)) continue;
    if (step === "create" || step === "create at once") noteCreation(scene, exchange, records);
    if (step === "create at once") {
      twins = exchange.call?.tag?.on === "one" ? [exchange] : [...twins, exchange];
      yield* judgeSameId(scene, twins);
    }
    if (writes.has(step)) noteWrite(records.get(id), exchange);
    if (step === "read" || step === "read what is gone") {
      yield* judgeRead(scene, exchange, records, twins);
      isJudged ||= isSuccess(exchange);
    }
    if (step === "list") yield* judgeList(scene, exchange, records);
  }
  if (isJudged) yield relationHolds("over-time");
}
