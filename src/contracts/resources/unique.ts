import type { Plan } from "../../core/model/check.ts";
import { isSuccess } from "../../core/model/exchange.ts";
import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import type { KnownRecord } from "../checks/run-records.ts";
import { mergesByRfc, write } from "./changing.ts";
import { sentProperties } from "./fields.ts";
import { parentOf } from "./parents.ts";
import { shownRecord } from "./record-view.ts";
import { type RelationFound, relationHolds, type ResourceRelation, type Scene } from "./relation.ts";
import { showsSame } from "./same-value.ts";
import { answerAt, quotedNames, type ResourceAnswers, type Role, type Tag } from "./tag.ts";
import { createBy, inputFor, makeRecord, readRecord, type WorkingRecord } from "./working-record.ts";

const keysIn = (names: readonly string[], values: JsonObject): JsonObject =>
  Object.fromEntries(
    names.flatMap((name) =>
      Object.hasOwn(values, name) && values[name] !== null ? [[name, values[name]]] : [],
    ),
  );

/** A second creation with the keys of the first. */
function* createSame(scene: Scene, keys: JsonObject, parent: KnownRecord | undefined): Plan<void, Tag> {
  const { api, resource } = scene;
  const { create } = resource;
  const input = create && inputFor(api, create, resource.unique);
  const body = input?.body;
  if (input === undefined || body === undefined || !isObject(body.value)) return;
  const again = { ...input, body: { ...body, value: { ...body.value, ...keys } } };
  const made = yield* createBy(api, resource, again, { step: "same key", on: "last" }, parent);
  if (made?.record !== undefined && isSuccess(made.exchange))
    yield* readRecord(api, resource, { record: made.record, on: "last" }, "read");
}

/** A change of another record to the keys of the first. */
function* changeToSame(scene: Scene, other: WorkingRecord, keys: JsonObject): Plan<void, Tag> {
  const { api, resource } = scene;
  const { update } = resource;
  if (update === undefined || !(resource.isDeclared || mergesByRfc(update))) return;
  const may = sentProperties(api, update, resource);
  if (!Object.keys(keys).every((name) => Object.hasOwn(may, name))) return;
  yield* write(scene, update, other, "change to the same key", keys);
  yield* readRecord(api, resource, other, "after");
}

/** Whether two records that are both there have the same key; undefined if that cannot be said. */
const haveSame = (
  { resource }: Scene,
  answers: ResourceAnswers,
  steps: readonly [step: string, on: Role],
): readonly string[] | undefined => {
  const [one, other] = [answerAt(answers, "read last", "one"), answerAt(answers, ...steps)];
  if (one === undefined || other === undefined || !isSuccess(one) || !isSuccess(other)) return undefined;
  if (one.call?.tag?.id === other.call?.tag?.id) return [];
  const [left, right] = [shownRecord(one, resource), shownRecord(other, resource)];
  if (left === undefined || right === undefined) return undefined;
  const given = resource.unique.filter((name) => left[name] !== undefined && left[name] !== null);
  return given.filter((name) => showsSame(left[name], right[name]));
};

const rows = [
  ["read", "other", "create"],
  ["read", "last", "same key"],
  ["after", "other", "change to the same key"],
] as const;

/** No two records have the same key. */
export const uniqueKeys: ResourceRelation = {
  kind: "unique",
  facts: { unique: ({ name, unique }) => `No two records of ${name} have the same ${unique.join(" or ")}` },
  why: "Who finds a record by its key must not find two.",
  phase: 4,
  writes: true,
  applies: ({ create, read, unique }) => create !== undefined && read !== undefined && unique.length > 0,
  *plan(scene) {
    const { api, resource } = scene;
    const parent = yield* parentOf(scene);
    if (parent === null) return;
    const one = yield* makeRecord(api, resource, "one", parent);
    const other = yield* makeRecord(api, resource, "other", parent);
    if (one === undefined || other === undefined) return;
    yield* readRecord(api, resource, other, "read");
    const keys = keysIn(resource.unique, one.sent ?? {});
    if (Object.keys(keys).length > 0) {
      yield* createSame(scene, keys, parent);
      yield* changeToSame(scene, other, keys);
    }
    yield* readRecord(api, resource, one, "read last");
  },
  *judge(scene, answers): Generator<RelationFound> {
    let isJudged = false;
    for (const [step, on, by] of rows) {
      const same = haveSame(scene, answers, [step, on]);
      const cause = by === "create" ? answerAt(answers, by, on) : answerAt(answers, by);
      const read = answerAt(answers, step, on);
      if (same === undefined || cause === undefined || read === undefined) continue;
      isJudged = true;
      if (same.length === 0) continue;
      return yield {
        fact: "unique",
        message: `${cause.operation ?? ""} leaves two records of ${scene.resource.name} with the same ${quotedNames(same)}`,
        exchange: cause,
        also: [read],
        expected: "a refusal, or the record that is there already",
        actual: "two records with the same value",
      };
    }
    const refused = answerAt(answers, "same key");
    if (isJudged || (refused !== undefined && !isSuccess(refused))) yield relationHolds("unique");
  },
};
