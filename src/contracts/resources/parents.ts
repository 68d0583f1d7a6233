import type { Plan } from "../../core/model/check.ts";
import { isSuccess } from "../../core/model/exchange.ts";
import { answerStatus, ownTarget } from "../checks/asking.ts";
import type { KnownRecord } from "../checks/run-records.ts";
import { placesIn } from "../checks/templates.ts";
import { askList } from "./lists.ts";
import { idsIn, recordPlace, shownRecord } from "./record-view.ts";
import { type RelationFound, relationHolds, type ResourceRelation, type Scene } from "./relation.ts";
import type { ApiResource } from "./resource.ts";
import { showsSame } from "./same-value.ts";
import { answerAt, isGoneAt, type ResourceAnswers, type Tag } from "./tag.ts";
import {
  ask,
  createBy,
  ownId,
  inputFor,
  makeRecord,
  noInput,
  pathFor,
  readRecord,
} from "./working-record.ts";

/** The resource whose id is in a resource's paths: the declared one, or the one whose path is before it. */
export const parentResource = (
  { parent, create }: ApiResource,
  resources: readonly ApiResource[],
): ApiResource | undefined => {
  if (parent !== undefined) return resources.find(({ name }) => name === parent);
  const before = create && placesIn(create.callable.operation.path).at(-1)?.template;
  return before === undefined ? undefined : resources.find((one) => recordPlace(one)?.template === before);
};

/** A parent of its own for a record below it; undefined if it needs none, null if none could be created. */
export function* parentOf(
  { api, resource, resources }: Scene,
  depth = 0,
): Plan<KnownRecord | undefined | null, Tag> {
  const { create } = resource;
  const places = create === undefined ? [] : placesIn(create.callable.operation.path);
  if (create === undefined || places.length === 0) return undefined;
  const parent = parentResource(resource, resources);
  if (parent === resource || depth > 4) return undefined;
  // A parent that nothing creates is one that is there.
  if (parent?.create === undefined) return (yield* ownTarget(api, create.callable))?.record;
  const above = yield* parentOf({ api, resource: parent, resources }, depth + 1);
  if (above === null) return null;
  const made = yield* makeRecord(api, parent, "other", above);
  return made?.record ?? null;
}

const isNested = ({ create, read }: ApiResource): boolean =>
  create !== undefined &&
  read !== undefined &&
  placesIn(create.callable.operation.path).length > 0 &&
  placesIn(read.operation.path).length > placesIn(create.callable.operation.path).length;

/** Creates a record below a parent that was removed before. */
function* createBelowGone(scene: Scene, parent: ApiResource, gone: KnownRecord): Plan<void, Tag> {
  const { api, resource } = scene;
  const { remove } = parent;
  const target = remove && pathFor(remove.callable, gone);
  const input = resource.create && inputFor(api, resource.create, resource.unique);
  if (remove === undefined || remove.keeps || target === undefined || input === undefined) return;
  const asking = { target, input: noInput, words: "the removal of a parent" };
  yield* ask(api, remove.callable, asking, { step: "remove the parent" });
  const read = parent.read && pathFor(parent.read, gone);
  if (parent.read === undefined || read === undefined) return;
  const words = { target: read, input: noInput, words: "the parent that was removed" };
  yield* ask(api, parent.read, words, { step: "read the parent" });
  yield* createBy(api, resource, input, { step: "create below nothing", on: "last" }, gone);
}

/** A record is below its own parent alone (RESTler's resource hierarchy). */
export const belowItsParent: ResourceRelation = {
  kind: "parents",
  facts: { parents: ({ name }) => `A ${name} is found below its own parent alone` },
  why: "Whoever may see one record must not reach what is below another.",
  phase: 1,
  writes: true,
  applies: isNested,
  *plan(scene) {
    const { api, resource, resources } = scene;
    const parent = parentResource(resource, resources);
    const [own, foreign] = [yield* parentOf(scene), yield* parentOf(scene)];
    if (parent === undefined || !own || !foreign || own === foreign) return;
    const one = yield* makeRecord(api, resource, "one", own);
    if (one === undefined) return;
    yield* readRecord(api, resource, one, "read");
    const elsewhere: KnownRecord = {
      ...one.record,
      values: [...foreign.values, ownId(one.record)],
      origin: "invented",
    };
    yield* readRecord(api, resource, { record: elsewhere, on: "one" }, "read below another");
    yield* askList(scene, {}, { step: "list below another", id: ownId(one.record) }, foreign);
    yield* createBelowGone(scene, parent, foreign);
  },
  *judge(scene, answers) {
    yield* judgeParents(scene, answers);
  },
};

function* judgeParents({ resource }: Scene, answers: ResourceAnswers): Generator<RelationFound> {
  const [read, foreign] = [answerAt(answers, "read", "one"), answerAt(answers, "read below another", "one")];
  const list = answerAt(answers, "list below another");
  const place = recordPlace(resource);
  if (read === undefined || foreign === undefined || !isSuccess(read) || place === undefined) return;
  yield* foreignIn(resource, foreign, read);
  const ids = list && resource.list && isSuccess(list) ? idsIn(list, resource.list, place) : undefined;
  if (list !== undefined && ids?.includes(list.call?.tag?.id ?? "") === true)
    yield {
      fact: "parents",
      message: `${list.operation ?? ""} lists a ${resource.name} of another parent`,
      exchange: list,
      also: [read],
      expected: "only records below the parent that its path names",
      actual: "one of another parent among them",
    };
  const [gone, orphan] = [answerAt(answers, "read the parent"), answerAt(answers, "create below nothing")];
  if (gone !== undefined && orphan !== undefined && isGoneAt(gone) && isSuccess(orphan))
    yield {
      fact: "parents",
      message: `${orphan.operation ?? ""} creates a ${resource.name} below a parent that was removed`,
      exchange: orphan,
      also: [gone],
      expected: "404 or 410",
      actual: String(answerStatus(orphan)),
    };
  if (isGoneAt(foreign)) yield relationHolds("parents");
}

function* foreignIn(
  resource: ApiResource,
  foreign: ResourceAnswers[number],
  read: ResourceAnswers[number],
): Generator<RelationFound> {
  const [own, other] = [read, foreign].map((one) => shownRecord(one, resource));
  // Ids that each parent counts by itself name another record there.
  if (!isSuccess(foreign) || !showsSame(own, other)) return;
  yield {
    fact: "parents",
    message: `${foreign.operation ?? ""} shows a ${resource.name} below another parent than its own`,
    exchange: foreign,
    also: [read],
    expected: "404 or 410",
    actual: String(answerStatus(foreign)),
  };
}
