import { type Plan, sendAll } from "../../core/model/check.ts";
import { type Exchange, isSuccess, jsonOf } from "../../core/model/exchange.ts";
import type { Action, Exploration, Sequence } from "../../core/model/exploration.ts";
import type { Callable } from "../checks/api.ts";
import { type Asking, callOf } from "../checks/asking.ts";
import { renewedInput } from "../checks/creation-inputs.ts";
import { idIn } from "../checks/record-ids.ts";
import type { KnownRecord } from "../checks/run-records.ts";
import { placesIn } from "../checks/templates.ts";
import { changeBody, changesOf, type RecordChange, write } from "./changing.ts";
import { carriedRecord } from "./fields.ts";
import { askList, needsFilters, pagingOf } from "./lists.ts";
import { judgeOverTime } from "./over-time-judge.ts";
import { parentOf } from "./parents.ts";
import { recordPlace, shownRecord } from "./record-view.ts";
import { resourceFact, type ResourceRelation, type Scene } from "./relation.ts";
import type { Role, Tag } from "./tag.ts";
import {
  createBy,
  inputFor,
  makeRecord,
  noInput,
  ownId,
  pathFor,
  readRecord,
  removeRecord,
} from "./working-record.ts";

/** Records of one sequence. */
const most = 4;

type History = Sequence<Tag>["history"];

/** Ids of the records that a sequence has created, the oldest first; without those that it has removed. */
const idsOf = (history: History): readonly string[] => {
  const ids = new Set<string>();
  for (const { call } of history) {
    const { step, id = "" } = call?.tag ?? {};
    if (step === "read" && id !== "") ids.add(id);
    if (step === "remove") ids.delete(id);
  }
  return [...ids];
};

/** A record that the run has created, by its id. */
const recordOf = ({ api, resource }: Scene, id: string | undefined): KnownRecord | undefined => {
  const place = recordPlace(resource);
  return place === undefined
    ? undefined
    : api.records.own(place.template).findLast((one) => ownId(one) === id);
};

function* readOne(scene: Scene, record: KnownRecord, on: Role = "one"): Plan<Exchange<Tag> | undefined, Tag> {
  return yield* readRecord(scene.api, scene.resource, { record, on }, "read");
}

function* readAll(scene: Scene, ids: readonly string[]): Plan<void, Tag> {
  for (const id of ids) {
    const record = recordOf(scene, id);
    if (record !== undefined) yield* readOne(scene, record);
  }
}

/** The record that a change is made of: as it was read last. */
const lastRead = (history: History, id: string): Exchange<Tag> | undefined =>
  history.findLast(({ call }) => call?.tag?.step === "read" && call.tag.id === id);

const changing = (
  scene: Scene,
  callable: Callable,
  history: History,
  id: string,
): RecordChange | undefined => {
  const read = lastRead(history, id);
  const record = read && isSuccess(read) ? shownRecord(read, scene.resource) : undefined;
  const isWhole = callable === scene.resource.replace;
  return record && { scene, callable, record, sent: undefined, isWhole };
};

/** Creates one more record beside those of the sequence. */
function* createMore(scene: Scene, history: History): Plan<void, Tag> {
  const { api, resource } = scene;
  const { create } = resource;
  const first = recordOf(scene, idsOf(history)[0]);
  const input = create && inputFor(api, create, resource.unique);
  if (create === undefined || input === undefined || first === undefined) return;
  const isBelow = placesIn(create.callable.operation.path).length > 0;
  const made = yield* createBy(api, resource, input, { step: "create" }, isBelow ? first : undefined);
  if (made?.record !== undefined && isSuccess(made.exchange)) yield* readOne(scene, made.record);
}

type Pick = (ids: readonly string[]) => string | undefined;

const picks: Readonly<Record<string, Pick>> = {
  oldest: (ids) => ids[0],
  newest: (ids) => ids.at(-1),
};

function* changeOne(scene: Scene, callable: Callable, history: History, pick: Pick): Plan<void, Tag> {
  const record = recordOf(scene, pick(idsOf(history)));
  const change = record && changing(scene, callable, history, ownId(record));
  const body = change && changesOf(change).next().value;
  if (record === undefined || body === undefined) return;
  yield* write(scene, callable, { record, on: "one" }, "change", body);
  yield* readOne(scene, record);
}

/** Two changes of the same record that overlap. */
function* changeTwice(scene: Scene, callable: Callable, history: History): Plan<void, Tag> {
  const { api, resource } = scene;
  const record = recordOf(scene, idsOf(history)[0]);
  const change = record && changing(scene, callable, history, ownId(record));
  const target = record && pathFor(callable, record);
  const authorization = api.credentials.authorizationOf(callable.operation);
  if (record === undefined || change === undefined || target === undefined || authorization === undefined)
    return;
  const bodies = [changesOf(change).next().value, changesOf(change).next().value];
  const calls = bodies.flatMap((sent, index) => {
    if (sent === undefined) return [];
    const asking: Asking = {
      target,
      input: { ...noInput, body: changeBody(scene, callable, sent) },
      authorization,
      words: `one of two changes at once: the ${resource.name}`,
    };
    const tag: Tag = { step: "change at once", on: index === 0 ? "one" : "other", sent, id: ownId(record) };
    return [{ ...callOf(api, callable, asking), tag, fresh: true as const }];
  });
  if (calls.length < 2) return;
  for (const exchange of yield* sendAll<Tag>(calls)) api.records.see(exchange);
  yield* readOne(scene, record);
}

/** Two creations that overlap, each with texts of its own. */
function* createTwice(scene: Scene, history: History): Plan<void, Tag> {
  const { api, resource } = scene;
  const { create } = resource;
  const first = recordOf(scene, idsOf(history)[0]);
  const input = create && inputFor(api, create, resource.unique);
  const authorization = create && api.credentials.authorizationOf(create.callable.operation);
  if (create === undefined || input === undefined || authorization === undefined || first === undefined)
    return;
  const { callable } = create;
  const target = placesIn(callable.operation.path).length > 0 ? pathFor(callable, first) : { path: {} };
  if (target === undefined) return;
  const calls = ["one", "other"].map((on) => {
    const own = renewedInput(api, callable, input, { way: "one text", unique: resource.unique });
    const sent = carriedRecord(api, callable, resource, own.body?.value);
    const words = `one of two creations at once: the ${resource.name}`;
    const tag: Tag = { step: "create at once", on: on === "one" ? "one" : "other", sent };
    return {
      ...callOf(api, callable, { target, input: own, authorization, words }),
      tag,
      fresh: true as const,
    };
  });
  const answers = yield* sendAll<Tag>(calls);
  for (const exchange of answers) api.records.see(exchange);
  const place = recordPlace(resource);
  for (const exchange of answers) {
    const id = place && isSuccess(exchange) ? idIn(jsonOf(exchange), place) : undefined;
    const record = recordOf(scene, id);
    if (record !== undefined) yield* readOne(scene, record, exchange.call?.tag?.on);
  }
}

const stepsOf = (scene: Scene): readonly Action<Tag>[] => {
  const { api, resource } = scene;
  const { create, update, replace, remove: removal, list, lags } = resource;
  const shows = [resourceFact(api, resource, "over-time")];
  const step = (
    name: string,
    least: number,
    plan: (history: History) => Plan<void, Tag>,
    limit = Infinity,
  ): Action<Tag> => ({
    name,
    shows,
    applies: (_, history) => idsOf(history).length >= least && idsOf(history).length <= limit,
    plan: (_, { history }) => plan(history),
  });
  const changes = [update, replace].filter((one) => one !== undefined);
  // What a list then shows was said already.
  const isSpoilt = [create?.callable, ...changes].some(
    (one) => one !== undefined && api.records.takesAnything.has(one.id),
  );
  const ofPicks = (make: (name: string, pick: Pick) => readonly Action<Tag>[]): readonly Action<Tag>[] =>
    Object.entries(picks).flatMap(([name, pick]) => make(name, pick));
  return [
    step("create", 1, (history) => createMore(scene, history), most - 1),
    step("read", 1, (history) => readAll(scene, idsOf(history))),
    ...ofPicks((name, pick) =>
      changes.map((callable) =>
        step(`${callable === update ? "update" : "replace"}-${name}`, 1, (history) =>
          changeOne(scene, callable, history, pick),
        ),
      ),
    ),
    // The last record of a sequence stays, so that it can go on.
    ...(removal === undefined
      ? []
      : ofPicks((name, pick) => [
          step(`remove-${name}`, 2, function* (history) {
            const record = recordOf(scene, pick(idsOf(history)));
            if (record === undefined) return;
            yield* removeRecord(api, resource, { record, on: "one" }, "remove");
            yield* readRecord(api, resource, { record, on: "one" }, "read what is gone");
            yield* readAll(
              scene,
              idsOf(history).filter((id) => id !== ownId(record)),
            );
          }),
        ])),
    ...changes.map((callable) =>
      step(`${callable === update ? "update" : "replace"}-twice-at-once`, 1, (history) =>
        changeTwice(scene, callable, history),
      ),
    ),
    step("create-two-at-once", 1, (history) => createTwice(scene, history), most - 2),
    ...(list !== undefined &&
    !lags &&
    !isSpoilt &&
    !needsFilters(scene) &&
    pagingOf(api, list).by === "nothing"
      ? [
          step("list", 1, function* (history) {
            const first = recordOf(scene, idsOf(history)[0]);
            yield* askList(scene, {}, { step: "list" }, first);
          }),
        ]
      : []),
  ];
};

const explorationOf = (scene: Scene): Exploration<Tag> => ({
  effort: 40,
  longest: 8,
  begin: {
    name: "begin",
    shows: [],
    *plan() {
      const parent = yield* parentOf(scene);
      if (parent === null) return;
      const one = yield* makeRecord(scene.api, scene.resource, "one", parent);
      if (one !== undefined) yield* readOne(scene, one.record);
    },
  },
  steps: () => stepsOf(scene),
});

/** Random sequences of requests, judged against what they must have left. */
export const overTime: ResourceRelation = {
  kind: "over-time",
  facts: {
    "over-time": ({ name }) => `Each ${name} shows what was done to it, in any order of requests and at once`,
  },
  why: "Some defects show after several requests only, or when two of them overlap.",
  phase: 9,
  writes: true,
  applies: ({ create, read, update, replace, remove: removal }) =>
    create !== undefined && read !== undefined && (update ?? replace ?? removal) !== undefined,
  *plan() {},
  explore: explorationOf,
  judge: (scene, answers) => judgeOverTime(scene, answers),
};
