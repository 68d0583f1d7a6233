import type { Plan } from "../../core/model/check.ts";
import { type Exchange, isSuccess, responseOf } from "../../core/model/exchange.ts";
import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import type { Callable } from "../checks/api.ts";
import { answerStatus } from "../checks/asking.ts";
import {
  changeOf,
  changesOf,
  type RecordChange,
  innerOf,
  listChangeOf,
  mergesByRfc,
  refusableOf,
  removalOf,
  shorterOf,
  write,
} from "./changing.ts";
import { isReadable, isStill, mustShow } from "./fields.ts";
import { parentOf } from "./parents.ts";
import { changedBetween, differing, shownRecord } from "./record-view.ts";
import { type RelationFound, relationHolds, type ResourceRelation, type Scene } from "./relation.ts";
import { saysSomething, showsSame } from "./same-value.ts";
import {
  answerAt,
  creationOf,
  isCarriedOut,
  isGoneAt,
  lastAt,
  quotedNames,
  type ResourceAnswers,
  type Role,
  type Tag,
} from "./tag.ts";
import { ask, makeRecord, noInput, pathFor, readRecord, type WorkingRecord } from "./working-record.ts";

interface Change {
  readonly kind: "updated" | "replaced";
  readonly callableOf: (scene: Scene) => Callable | undefined;
  readonly isWhole: boolean;
}

/** Whether a change merges, or replaces: as declared, or by RFC 7396. Any other may mean anything. */
const isDefined = (scene: Scene, { callableOf }: Change): boolean => {
  const callable = callableOf(scene);
  return scene.resource.isDeclared || (callable !== undefined && mergesByRfc(callable));
};

/** Further changes, one after the other, each of what the record then is. */
const furtherChanges = (scene: Scene, change: Change, callable: Callable) => {
  if (!isDefined(scene, change)) return [];
  if (change.isWhole) return [["shorter", shorterOf]] as const;
  // Elsewhere null may stand for what is not sent.
  const ofMerge = [
    ["removal", removalOf],
    ["inner", innerOf],
  ] as const;
  return [...(mergesByRfc(callable) ? ofMerge : []), ["list", listChangeOf]] as const;
};

function* planFurther(scene: Scene, change: Change, callable: Callable, one: WorkingRecord): Plan<void, Tag> {
  const { api, resource } = scene;
  for (const [step, bodyOf] of furtherChanges(scene, change, callable)) {
    const before = yield* readRecord(api, resource, one, `before ${step}`);
    const record = before && shownRecord(before, resource);
    if (record === undefined) return;
    const body = bodyOf({ scene, callable, record, sent: one.sent, isWhole: change.isWhole });
    if (body === undefined) continue;
    yield* write(scene, callable, one, step, body);
    yield* readRecord(api, resource, one, `after ${step}`);
  }
}

/** Requests that name the state from before a change. */
function* planConditions(
  scene: Scene,
  changing: RecordChange,
  one: WorkingRecord,
  etag: string,
): Plan<void, Tag> {
  const { api, resource } = scene;
  const { callable } = changing;
  yield* readRecord(api, resource, one, "conditional", { "if-none-match": etag });
  const condition = callable.operation.parameters.find(
    ({ in: place, name }) => place === "header" && name.toLowerCase() === "if-match",
  );
  const again = changeOf(changing);
  if (condition === undefined || again === undefined) return;
  yield* write(scene, callable, one, "old state", again, {
    headers: { [condition.name]: etag },
    expects: "refusal",
  });
}

/** Sends a record what contradicts its schema. Returns whether it is as valid as before: one that took it is removed. */
function* planRefusal(
  changing: RecordChange,
  last: WorkingRecord,
  before: Exchange<Tag> | undefined,
): Plan<boolean, Tag> {
  const { scene, callable } = changing;
  const { api, resource } = scene;
  const record = before && isSuccess(before) ? shownRecord(before, resource) : undefined;
  const wrong = record && refusableOf({ ...changing, record, sent: last.sent });
  if (wrong === undefined) return true;
  const answer = yield* write(scene, callable, last, "refused", wrong, { expects: "refusal" });
  if (answer === undefined || !isSuccess(answer)) {
    yield* readRecord(api, resource, last, "after the refusal");
    return true;
  }
  const { remove } = resource;
  const target = remove && pathFor(remove.callable, last.record);
  if (remove !== undefined && target !== undefined)
    yield* ask(
      api,
      remove.callable,
      { target, input: noInput, words: "the record that took what contradicts its schema" },
      { step: "drop", on: "last" },
    );
  return false;
}

/** As many changes as are tried until one is accepted. */
const mostChanges = 4;

function* planChange(scene: Scene, change: Change): Plan<void, Tag> {
  const { api, resource } = scene;
  const { isWhole } = change;
  const callable = change.callableOf(scene);
  const parent = yield* parentOf(scene);
  if (callable === undefined || parent === null) return;
  const other = yield* makeRecord(api, resource, "other", parent);
  const one = yield* makeRecord(api, resource, "one", parent);
  // Whoever creates the same twice may get the same record.
  if (one === undefined || one.record === other?.record) return;
  const last = yield* makeRecord(api, resource, "last", parent);
  const before = yield* readRecord(api, resource, one, "before");
  if (other !== undefined) yield* readRecord(api, resource, other, "before");
  const lastBefore = last && (yield* readRecord(api, resource, last, "before"));
  const shown = before && isSuccess(before) ? shownRecord(before, resource) : undefined;
  if (shown === undefined) return;
  const changing: RecordChange = { scene, callable, record: shown, sent: one.sent, isWhole };
  const isKept = last && (yield* planRefusal(changing, last, lastBefore));
  const others = [other, isKept === true ? last : undefined].filter((record) => record !== undefined);
  // A refusal may be about the one property that was changed.
  for (const body of changesOf(changing).take(mostChanges)) {
    const answer = yield* write(scene, callable, one, "change", body);
    const status = answer === undefined ? 0 : answerStatus(answer);
    if (![400, 409, 422].includes(status)) break;
  }
  yield* readRecord(api, resource, one, "after");
  for (const record of others) yield* readRecord(api, resource, record, "after");
  const etag = before && responseOf(before)?.headers["etag"];
  if (etag !== undefined) yield* planConditions(scene, changing, one, etag);
  yield* planFurther(scene, change, callable, one);
}

/** The record that two answers show, before and after a step. */
const recordsAt = (
  { resource }: Scene,
  answers: ResourceAnswers,
  steps: readonly [before: string, after: string],
  on: Role = "one",
) => {
  const [before, after] = steps.map((step) => answerAt(answers, step, on));
  const [was, is] = [before, after].map((one) =>
    one && isSuccess(one) ? shownRecord(one, resource) : undefined,
  );
  return { before, after, was, is };
};

/** A refused change leaves the record as it was. */
function* judgeRefusal(scene: Scene, { kind }: Change, answers: ResourceAnswers): Generator<RelationFound> {
  const refused = answerAt(answers, "refused", "last");
  const { after, was, is } = recordsAt(scene, answers, ["before", "after the refusal"], "last");
  if (refused === undefined || after === undefined || was === undefined || is === undefined) return;
  const status = answerStatus(refused);
  if (status < 400 || status >= 500) return;
  const changed = changedBetween(was, is, isStill(scene.api, scene.resource));
  if (changed.length === 0) return yield relationHolds(`${kind}-refused`);
  yield {
    fact: `${kind}-refused`,
    message: `${refused.operation ?? ""} is refused with ${status}, and changes \`${changed.join("`, `")}\``,
    exchange: refused,
    also: [after],
    expected: "the record as it was",
    actual: `another ${quotedNames(changed)}`,
  };
}

interface Sent {
  readonly was: JsonObject;
  readonly is: JsonObject;
  readonly sent: JsonObject;
  /** What the creation was sent: what it was not sent may be the server's. */
  readonly created: unknown;
}

/** What a merge or a replacement has left wrong: of what was sent, and of what was not. */
const wrongIn = ({ api, resource }: Scene, { isWhole }: Change, { was, is, sent, created }: Sent) => {
  const isClients = isReadable(api, resource);
  const isQuiet = isStill(api, resource);
  const [, ...further] = differing(sent, was, () => true);
  const lost = differing(sent, is, isClients, mustShow(api, resource)).filter(
    // Of several changes, another value than either may be a spelling of the server's.
    (name) => !further.includes(name) || showsSame(was[name], is[name]),
  );
  const nulled = isWhole
    ? []
    : Object.keys(sent).filter((name) => sent[name] === null && saysSomething(is[name]));
  const wasSent = (name: string): boolean => isObject(created) && Object.hasOwn(created, name);
  const unsent = Object.keys(was).filter(
    (name) => wasSent(name) && isClients(name) && isQuiet(name) && !Object.hasOwn(sent, name),
  );
  const others = isWhole
    ? []
    : unsent.filter((name) => changedBetween(was, is, (one) => one === name).length > 0);
  return { lost, nulled, others };
};

function* judgeStep(
  scene: Scene,
  change: Change,
  answers: ResourceAnswers,
  step: string,
  steps: readonly [before: string, after: string],
): Generator<RelationFound> {
  const made = lastAt(answers, step, "one");
  const sent = made?.call?.tag?.sent;
  const { after, was, is } = recordsAt(scene, answers, steps);
  if (!isCarriedOut(made) || after === undefined || was === undefined || is === undefined || !isObject(sent))
    return;
  const created = creationOf(answers, "one")?.call?.tag?.sent;
  const { lost, nulled, others } = wrongIn(scene, change, { was, is, sent, created });
  const { operation = "" } = made;
  const { kind, isWhole } = change;
  for (const name of lost)
    yield {
      fact: kind,
      message: `${operation} is sent \`${name}\`, and the record shows another value`,
      exchange: made,
      also: [after],
      pointer: `/${name}`,
      expected: "the value that was sent",
      actual: Object.hasOwn(is, name) ? "another value" : "missing",
    };
  for (const name of nulled)
    yield {
      fact: kind,
      message: `${operation} is sent null for \`${name}\`, and the record still shows it`,
      exchange: made,
      also: [after],
      pointer: `/${name}`,
      expected: "null, or nothing",
      actual: "a value",
    };
  for (const name of others)
    yield {
      fact: kind,
      message: `${operation} changes \`${name}\`, which it was not sent`,
      exchange: made,
      also: [after],
      pointer: `/${name}`,
      expected: "the value that it had",
      actual: Object.hasOwn(is, name) ? "another value" : "missing",
    };
  const left = isWhole && step === "shorter" ? leftIn(scene, { was, is, sent, created }) : [];
  for (const name of left)
    yield {
      fact: kind,
      message: `${operation} is not sent \`${name}\`, and the record still shows it`,
      exchange: made,
      also: [after],
      pointer: `/${name}`,
      expected: "nothing: the record was replaced without it",
      actual: "the value from before",
    };
  if (lost.length + nulled.length + others.length + left.length === 0) yield relationHolds(kind);
}

/** A change that may merge or replace: in either case the record shows what was sent, and not what it had before. */
function* judgeUndefined(scene: Scene, { kind }: Change, answers: ResourceAnswers): Generator<RelationFound> {
  const { api, resource } = scene;
  const made = lastAt(answers, "change", "one");
  const sent = made?.call?.tag?.sent;
  const { after, was, is } = recordsAt(scene, answers, ["before", "after"]);
  if (!isCarriedOut(made) || after === undefined || was === undefined || is === undefined || !isObject(sent))
    return;
  const isChanged = (name: string): boolean => differing(sent, was, (one) => one === name).length > 0;
  const lost = differing(sent, is, isReadable(api, resource)).filter(
    // Another value than either may be a spelling of the server's.
    (name) => isChanged(name) && showsSame(was[name], is[name]),
  );
  if (lost.length === 0) return yield relationHolds(kind);
  for (const name of lost)
    yield {
      fact: kind,
      message: `${made.operation ?? ""} is sent another \`${name}\`, and the record shows the old one`,
      exchange: made,
      also: [after],
      pointer: `/${name}`,
      expected: "the value that was sent",
      actual: "the value from before",
    };
}

/** What a whole record was replaced without, and still shows. */
const leftIn = ({ api, resource }: Scene, { was, is, sent, created }: Sent): readonly string[] => {
  const isClients = isReadable(api, resource);
  return Object.keys(is).filter(
    (name) =>
      isObject(created) &&
      Object.hasOwn(created, name) &&
      isClients(name) &&
      !Object.hasOwn(sent, name) &&
      saysSomething(is[name]) &&
      showsSame(was[name], is[name]),
  );
};

/** The merge inside an object: what it was sent is there, and the rest of the object as well. */
function* judgeInner(scene: Scene, { kind }: Change, answers: ResourceAnswers): Generator<RelationFound> {
  const made = answerAt(answers, "inner", "one");
  const sent = made?.call?.tag?.sent;
  const { after, was, is } = recordsAt(scene, answers, ["before inner", "after inner"]);
  if (!isCarriedOut(made) || after === undefined || was === undefined || is === undefined || !isObject(sent))
    return;
  const [name = ""] = Object.keys(sent);
  const [old, now, part] = [was[name], is[name], sent[name]];
  if (!isObject(old) || !isObject(part)) return;
  const wanted = { ...old, ...part };
  if (isObject(now) && showsSame(wanted, now)) return yield relationHolds(kind);
  yield {
    fact: kind,
    message: `${made.operation ?? ""} is sent a part of \`${name}\`, and the rest of it is not as it was`,
    exchange: made,
    also: [after],
    pointer: `/${name}`,
    expected: "the part that was sent, and the rest of the object (RFC 7396)",
    actual: isObject(now) ? "another object" : "no object",
  };
}

/** A change of one record leaves the others as they were. */
function* judgeOthers(scene: Scene, { kind }: Change, answers: ResourceAnswers): Generator<RelationFound> {
  const { resource, api } = scene;
  const change = lastAt(answers, "change");
  if (!isCarriedOut(change)) return;
  let isJudged = false;
  for (const on of ["other", "last"] as const) {
    const { after, was, is } = recordsAt(scene, answers, ["before", "after"], on);
    if (after === undefined || was === undefined) continue;
    const changed = is === undefined ? [] : changedBetween(was, is, isStill(api, resource));
    isJudged ||= is !== undefined;
    if (changed.length === 0 && !isGoneAt(after)) continue;
    return yield {
      fact: `${kind}-others`,
      message: `${change.operation ?? ""} changes another ${resource.name} than the one that its path names`,
      exchange: change,
      also: [after],
      expected: "the other record as it was",
      actual: changed.length === 0 ? String(answerStatus(after)) : `another ${quotedNames(changed)}`,
    };
  }
  if (isJudged) yield relationHolds(`${kind}-others`);
}

/** A strong ETag changes with the record (RFC 9110, section 8.8.1). */
function* judgeEtag(scene: Scene, { kind }: Change, answers: ResourceAnswers): Generator<RelationFound> {
  const change = lastAt(answers, "change");
  const { before, after, was, is } = recordsAt(scene, answers, ["before", "after"]);
  const conditional = answerAt(answers, "conditional", "one");
  if (!isCarriedOut(change) || before === undefined || after === undefined) return;
  const [old, now] = [before, after].map((one) => responseOf(one)?.headers["etag"]);
  if (old === undefined || now === undefined || old.startsWith("W/")) return;
  if (
    was === undefined ||
    is === undefined ||
    changedBetween(was, is, isStill(scene.api, scene.resource)).length === 0
  )
    return;
  const isOld = old === now;
  const isNotModified = conditional !== undefined && answerStatus(conditional) === 304;
  if (!isOld && !isNotModified) return yield relationHolds(`${kind}-etag`);
  const [exchange, also] = isOld ? [after, before] : [conditional ?? after, after];
  yield {
    fact: `${kind}-etag`,
    message: isOld
      ? `${after.operation ?? ""} shows the ETag that the record had before it was changed`
      : `${after.operation ?? ""} answers 304 to the ETag that the record had before it was changed`,
    exchange,
    also: [also],
    expected: isOld ? "another ETag" : "200 with the record",
    actual: isOld ? "the same ETag" : "304",
  };
}

/** A change that names an old state is refused (RFC 9110, section 13.1.1). */
function* judgeOldState(scene: Scene, { kind }: Change, answers: ResourceAnswers): Generator<RelationFound> {
  const [stale, change] = [answerAt(answers, "old state", "one"), lastAt(answers, "change")];
  const { before, after } = recordsAt(scene, answers, ["before", "after"]);
  const [old, now] = [before, after].map((one) => one && responseOf(one)?.headers["etag"]);
  if (stale === undefined || !isCarriedOut(change) || old === undefined || old === now) return;
  if (!isSuccess(stale)) return yield relationHolds(`${kind}-condition`);
  yield {
    fact: `${kind}-condition`,
    message: `${stale.operation ?? ""} changes a ${scene.resource.name} although \`If-Match\` names an older state`,
    exchange: stale,
    also: [change],
    expected: "412: the record has changed since",
    actual: String(answerStatus(stale)),
  };
}

const relationOf = (
  change: Change,
  phase: number,
  statement: ResourceRelation["facts"][string],
): ResourceRelation => ({
  kind: change.kind,
  facts: {
    [change.kind]: statement,
    [`${change.kind}-others`]: ({ name }) => `A change of one ${name} leaves the others as they are`,
    [`${change.kind}-refused`]: ({ name }) => `A refused change leaves a ${name} as it was`,
    [`${change.kind}-etag`]: ({ name }) => `The ETag of a ${name} changes with it`,
    [`${change.kind}-condition`]: ({ name }) => `A change that names an old state of a ${name} is refused`,
  },
  why: "A client that changes a record relies on what the change leaves.",
  phase,
  writes: true,
  applies: (resource, api) =>
    resource.create !== undefined && change.callableOf({ api, resource, resources: [] }) !== undefined,
  plan: (scene) => planChange(scene, change),
  *judge(scene, answers) {
    yield* judgeRefusal(scene, change, answers);
    if (!isDefined(scene, change)) yield* judgeUndefined(scene, change, answers);
    else {
      yield* judgeStep(scene, change, answers, "change", ["before", "after"]);
      for (const step of ["removal", "list", "shorter"])
        yield* judgeStep(scene, change, answers, step, [`before ${step}`, `after ${step}`]);
      yield* judgeInner(scene, change, answers);
    }
    yield* judgeOthers(scene, change, answers);
    yield* judgeEtag(scene, change, answers);
    yield* judgeOldState(scene, change, answers);
  },
});

export const updated: ResourceRelation = relationOf(
  { kind: "updated", isWhole: false, callableOf: ({ resource }) => resource.update },
  2,
  ({ name }) => `An update of a ${name} changes what it is sent, and nothing else`,
);

export const replacedByPut: ResourceRelation = relationOf(
  { kind: "replaced", isWhole: true, callableOf: ({ resource }) => resource.replace },
  3,
  ({ name }) => `A replaced ${name} is what it was sent`,
);
