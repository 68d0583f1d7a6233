import { isObject } from "../../core/model/json-object.ts";
import type { Exchange } from "../../core/model/exchange.ts";
import { isSuccess } from "../../core/model/exchange.ts";
import type { Plan } from "../../core/model/check.ts";
import { answerStatus } from "../checks/asking.ts";
import { placesIn } from "../checks/templates.ts";
import { changeOf, write } from "./changing.ts";
import { parentOf, parentResource } from "./parents.ts";
import { shownRecord } from "./record-view.ts";
import { type RelationFound, relationHolds, type ResourceRelation, type Scene } from "./relation.ts";
import type { ApiResource } from "./resource.ts";
import { answerAt, isCarriedOut, isGoneAt, type ResourceAnswers, type Tag } from "./tag.ts";
import { makeRecord, readRecord, removeRecord, type WorkingRecord } from "./working-record.ts";

const wasRemoved = (answers: ResourceAnswers): Exchange<Tag> | undefined => {
  const removal = answerAt(answers, "remove", "one");
  return isCarriedOut(removal) ? removal : undefined;
};

/** What is below a record: by its path, or as declared. */
const childOf = ({ resource, resources }: Scene): ApiResource | undefined =>
  resources.find((one) => {
    const isBelow = one.parent !== undefined || (one.read && placesIn(one.read.operation.path).length > 1);
    return (
      one !== resource &&
      isBelow === true &&
      one.create !== undefined &&
      parentResource(one, resources) === resource
    );
  });

/** The record itself: gone, or kept where that is declared. */
function* judgeRemoved({ resource }: Scene, answers: ResourceAnswers): Generator<RelationFound> {
  const [removal, after] = [wasRemoved(answers), answerAt(answers, "after the removal", "one")];
  if (removal === undefined || after === undefined) return;
  const isKept = resource.remove?.keeps === true;
  if (isKept ? isSuccess(after) : isGoneAt(after)) return yield relationHolds("removed");
  if (isKept ? !isGoneAt(after) : !isSuccess(after)) return;
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

/** A removal that is refused leaves the record. */
function* judgeRefused({ resource }: Scene, answers: ResourceAnswers): Generator<RelationFound> {
  const [removal, before] = [answerAt(answers, "remove", "one"), answerAt(answers, "before", "one")];
  const after = answerAt(answers, "after the removal", "one");
  if (removal === undefined || after === undefined || before === undefined || !isSuccess(before)) return;
  const status = answerStatus(removal);
  if (status < 400 || status >= 500 || status === 408) return;
  if (isSuccess(after)) return yield relationHolds("removed-refused");
  if (!isGoneAt(after)) return;
  yield {
    fact: "removed-refused",
    message: `${removal.operation ?? ""} is refused with ${status}, and removes the ${resource.name}`,
    exchange: removal,
    also: [after],
    expected: "the record",
    actual: String(answerStatus(after)),
  };
}

/** The others stay, also when the removal is sent again. */
function* judgeOthers({ resource }: Scene, answers: ResourceAnswers): Generator<RelationFound> {
  const removal = wasRemoved(answers);
  if (removal === undefined) return;
  let isJudged = false;
  for (const on of ["other", "last"] as const) {
    const before = answerAt(answers, "before", on);
    if (before === undefined || !isSuccess(before)) continue;
    for (const [step, cause] of [
      ["after the removal", removal],
      ["after the second removal", answerAt(answers, "remove again", "one")],
    ] as const) {
      const after = answerAt(answers, step, on);
      if (after === undefined || cause === undefined) continue;
      isJudged ||= isSuccess(after);
      if (isGoneAt(after))
        return yield {
          fact: "removed-others",
          message: `${cause.operation ?? ""} removes another ${resource.name} than the one that its path names`,
          exchange: cause,
          also: [after],
          expected: "the other record",
          actual: String(answerStatus(after)),
        };
    }
  }
  if (isJudged) yield relationHolds("removed-others");
}

/** What was below it goes with it, unless the removal was refused. */
function* judgeChild({ resource }: Scene, answers: ResourceAnswers): Generator<RelationFound> {
  const [removal, before] = [wasRemoved(answers), answerAt(answers, "before", "child")];
  const after = answerAt(answers, "after the removal", "child");
  const one = answerAt(answers, "after the removal", "one");
  if (removal === undefined || after === undefined || before === undefined || !isSuccess(before)) return;
  // A record that is still there is another matter.
  if (resource.remove?.keeps === true || one === undefined || !isGoneAt(one)) return;
  if (isGoneAt(after)) return yield relationHolds("removed-children");
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

/** A change of what is gone does not bring it back. */
function* judgeRevived({ resource }: Scene, answers: ResourceAnswers): Generator<RelationFound> {
  const [gone, change] = [answerAt(answers, "after the removal", "one"), answerAt(answers, "revive", "one")];
  const after = answerAt(answers, "after the revival", "one");
  if (gone === undefined || change === undefined || after === undefined || !isGoneAt(gone)) return;
  if (!isSuccess(after)) return yield relationHolds("removed-for-good");
  yield {
    fact: "removed-for-good",
    message: `${change.operation ?? ""} brings back a ${resource.name} that was removed`,
    exchange: change,
    also: [after],
    expected: "404 or 410",
    actual: String(answerStatus(after)),
  };
}

/** After the removal: the same once more, and a change. */
function* planAfterwards(
  scene: Scene,
  one: WorkingRecord,
  before: Exchange<Tag> | undefined,
): Plan<void, Tag> {
  const { api, resource } = scene;
  const { update } = resource;
  const record = before && shownRecord(before, resource);
  if (update === undefined || record === undefined) return;
  const body = changeOf({ scene, callable: update, record, sent: one.sent, isWhole: false });
  if (!isObject(body)) return;
  yield* write(scene, update, one, "revive", body, { expects: "refusal" });
  yield* readRecord(api, resource, one, "after the revival");
}

function* readAll(
  scene: Scene,
  records: readonly (WorkingRecord | undefined)[],
  step: string,
): Plan<void, Tag> {
  for (const record of records)
    if (record !== undefined) yield* readRecord(scene.api, scene.resource, record, step);
}

/** A removed record is gone for good, alone, and with what is below it. */
export const removed: ResourceRelation = {
  kind: "removed",
  facts: {
    removed: ({ name, remove: removal }) =>
      removal?.keeps === true ? `A removed ${name} can still be read` : `A removed ${name} is gone`,
    "removed-others": ({ name }) => `The removal of one ${name} leaves the others`,
    "removed-children": ({ name }) => `What is below a ${name} goes with it`,
    "removed-refused": ({ name }) => `A refused removal leaves a ${name}`,
    "removed-for-good": ({ name }) => `A change does not bring back a removed ${name}`,
  },
  why: "Who removes a record relies on it being gone, and on the others being there.",
  phase: 5,
  writes: true,
  applies: ({ create, read, remove: removal }) =>
    create !== undefined && read !== undefined && removal !== undefined,
  *plan(scene) {
    const { api, resource } = scene;
    const parent = yield* parentOf(scene);
    if (parent === null || resource.remove === undefined) return;
    // The other one first: a removal of the oldest, or of the newest, then shows.
    const other = yield* makeRecord(api, resource, "other", parent);
    const one = yield* makeRecord(api, resource, "one", parent);
    // Whoever creates the same twice may get the same record.
    if (one === undefined || one.record === other?.record) return;
    const last = yield* makeRecord(api, resource, "last", parent);
    yield* readAll(scene, [other, last], "before");
    const before = yield* readRecord(api, resource, one, "before");
    const below = childOf(scene);
    const child = below && (yield* makeRecord(api, below, "child", one.record));
    if (below !== undefined && child !== undefined) yield* readRecord(api, below, child, "before");
    yield* removeRecord(api, resource, one, "remove");
    const after = yield* readRecord(api, resource, one, "after the removal");
    yield* readAll(scene, [other, last], "after the removal");
    if (below !== undefined && child !== undefined) yield* readRecord(api, below, child, "after the removal");
    if (after === undefined || !isGoneAt(after)) return;
    yield* removeRecord(api, resource, one, "remove again");
    yield* readAll(scene, [other, last], "after the second removal");
    yield* planAfterwards(scene, one, before);
  },
  *judge(scene, answers) {
    yield* judgeRemoved(scene, answers);
    yield* judgeRefused(scene, answers);
    yield* judgeOthers(scene, answers);
    yield* judgeChild(scene, answers);
    yield* judgeRevived(scene, answers);
  },
};
