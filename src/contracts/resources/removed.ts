import type { Exchange } from "../../core/model/exchange.ts";
import { isSuccess } from "../../core/model/exchange.ts";
import { answerStatus } from "../checks/asking.ts";
import { parentOf, parentResource } from "./parents.ts";
import { type RelationFound, relationHolds, type ResourceRelation, type Scene } from "./relation.ts";
import type { ApiResource } from "./resource.ts";
import { type ResourceAnswers, answerAt, type Tag } from "./tag.ts";
import { ask, makeRecord, noInput, pathFor, readRecord } from "./working-record.ts";

const isGone = (exchange: Exchange | undefined): boolean =>
  exchange !== undefined && [404, 410].includes(answerStatus(exchange));

const wasRemoved = (answers: ResourceAnswers): Exchange<Tag> | undefined => {
  const removal = answerAt(answers, "remove", "one");
  return removal !== undefined && isSuccess(removal) && answerStatus(removal) !== 202 ? removal : undefined;
};

const childOf = ({ resource, resources }: Scene): ApiResource | undefined =>
  resources.find(
    (one) => one !== resource && one.create !== undefined && parentResource(one, resources) === resource,
  );

/** The record itself: gone, or kept where that is declared. */
function* judgeRemoved({ resource }: Scene, answers: ResourceAnswers): Generator<RelationFound> {
  const [removal, after] = [wasRemoved(answers), answerAt(answers, "after the removal", "one")];
  if (removal === undefined || after === undefined) return;
  const isKept = resource.remove?.keeps === true;
  if (isKept ? isSuccess(after) : isGone(after)) return yield relationHolds("removed");
  if (isKept ? !isGone(after) : !isSuccess(after)) return;
  yield {
    fact: "removed",
    message: isKept
      ? `${after.operation ?? ""} does not find the ${resource.name} that ${removal.operation ?? ""} keeps`
      : `${after.operation ?? ""} still shows the ${resource.name} that ${removal.operation ?? ""} has removed`,
    exchange: removal,
    also: [after],
    expected: isKept ? "the record" : "404 or 410",
    actual: String(answerStatus(after)),
  };
}

/** The others stay. */
function* judgeOthers({ resource }: Scene, answers: ResourceAnswers): Generator<RelationFound> {
  const [removal, before] = [wasRemoved(answers), answerAt(answers, "before", "other")];
  const after = answerAt(answers, "after the removal", "other");
  if (removal === undefined || after === undefined || before === undefined || !isSuccess(before)) return;
  if (isSuccess(after)) return yield relationHolds("removed-others");
  if (!isGone(after)) return;
  yield {
    fact: "removed-others",
    message: `${removal.operation ?? ""} removes another ${resource.name} than the one that its path names`,
    exchange: removal,
    also: [after],
    expected: "the other record",
    actual: String(answerStatus(after)),
  };
}

/** What was below it goes with it, unless the removal was refused. */
function* judgeChild({ resource }: Scene, answers: ResourceAnswers): Generator<RelationFound> {
  const [removal, before] = [wasRemoved(answers), answerAt(answers, "before", "child")];
  const after = answerAt(answers, "after the removal", "child");
  if (removal === undefined || after === undefined || before === undefined || !isSuccess(before)) return;
  if (resource.remove?.keeps === true) return;
  if (isGone(after)) return yield relationHolds("removed-children");
  if (!isSuccess(after)) return;
  yield {
    fact: "removed-children",
    message: `${after.operation ?? ""} still shows what was below the ${resource.name} that ${removal.operation ?? ""} has removed`,
    exchange: removal,
    also: [after],
    expected: "404 or 410",
    actual: String(answerStatus(after)),
  };
}

/** A removed record is gone, alone, and with what is below it. */
export const removed: ResourceRelation = {
  kind: "removed",
  facts: {
    removed: ({ name, remove }) =>
      remove?.keeps === true ? `A removed ${name} can still be read` : `A removed ${name} is gone`,
    "removed-others": ({ name }) => `The removal of one ${name} leaves the others`,
    "removed-children": ({ name }) => `What is below a ${name} goes with it`,
  },
  why: "Who removes a record relies on it being gone, and on the others being there.",
  phase: 4,
  writes: true,
  applies: ({ create, read, remove }) => create !== undefined && read !== undefined && remove !== undefined,
  *plan(scene) {
    const { api, resource } = scene;
    const parent = yield* parentOf(scene);
    if (parent === null || resource.remove === undefined) return;
    // The other one first: a removal of the oldest, or of the newest, then shows.
    const other = yield* makeRecord(api, resource, "other", parent);
    const one = yield* makeRecord(api, resource, "one", parent);
    if (one === undefined) return;
    const last = yield* makeRecord(api, resource, "other", parent);
    for (const record of [other, last])
      if (record !== undefined) yield* readRecord(api, resource, record, "before");
    const below = childOf(scene);
    const child = below && (yield* makeRecord(api, below, "child", one.record));
    if (below !== undefined && child !== undefined) yield* readRecord(api, below, child, "before");
    const { callable } = resource.remove;
    const target = pathFor(callable, one.record);
    if (target === undefined) return;
    yield* ask(
      api,
      callable,
      { target, input: noInput, words: "its removal" },
      { step: "remove", on: "one" },
    );
    yield* readRecord(api, resource, one, "after the removal");
    for (const record of [other, last])
      if (record !== undefined) yield* readRecord(api, resource, record, "after the removal");
    if (below !== undefined && child !== undefined) yield* readRecord(api, below, child, "after the removal");
  },
  *judge(scene, answers) {
    yield* judgeRemoved(scene, answers);
    yield* judgeOthers(scene, answers);
    yield* judgeChild(scene, answers);
  },
};
