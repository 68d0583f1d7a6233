import type { Plan } from "../../core/model/check.ts";
import { type Exchange, isSuccess, responseOf } from "../../core/model/exchange.ts";
import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import type { Schema } from "../../documents/schemas/schema.ts";
import { type Api, type Callable, validatorKeys } from "../checks/api.ts";
import { answerStatus } from "../checks/asking.ts";
import { bodyContent, isJsonType, writableTypes } from "../checks/input.ts";
import { makeValue, noValue } from "../checks/make-value.ts";
import { isReadable, mayMove } from "./fields.ts";
import { parentOf } from "./parents.ts";
import { differing, shownRecord, showsSame } from "./record-view.ts";
import { type RelationFound, relationHolds, type ResourceRelation, type Scene } from "./relation.ts";
import { type ResourceAnswers, answerAt, type Tag } from "./tag.ts";
import { ask, makeRecord, noInput, pathFor, readRecord, type WorkingRecord } from "./working-record.ts";

const mergePatch = "application/merge-patch+json";

const typeOf = (callable: Callable): string | undefined => {
  const types = writableTypes(callable.operation).filter(isJsonType);
  return types.find((type) => type.startsWith(mergePatch)) ?? types[0];
};

const propertiesOf = (api: Api, callable: Callable): Readonly<Record<string, Schema>> => {
  const content = bodyContent(callable.operation, typeOf(callable) ?? "");
  return api.reading.view(content?.schema).properties;
};

const fits = (api: Api, callable: Callable, value: unknown): boolean =>
  api.fits(validatorKeys.request(callable.id, typeOf(callable) ?? ""), value);

/** Another value of a property than the one that it has. */
const otherValue = (api: Api, schema: Schema | undefined, current: unknown): unknown => {
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const number = api.records.next();
    const made = makeValue(schema, { reading: api.reading, extent: "least", number, branch: attempt });
    if (made !== noValue && made !== null && !showsSame(made, current)) return made;
  }
  return noValue;
};

const isPlain = (value: unknown): boolean => ["string", "number", "boolean"].includes(typeof value);

/** Properties that a client may change, texts first: they are the least likely to mean more. */
const changeable = ({ api, resource }: Scene, callable: Callable, record: JsonObject): readonly string[] => {
  const rank = (name: string): number => (typeof record[name] === "string" ? 0 : 1);
  return Object.keys(propertiesOf(api, callable))
    .filter((name) => Object.hasOwn(record, name) && isPlain(record[name]))
    .filter((name) => isReadable(api, resource)(name) && !resource.unique.includes(name))
    .toSorted((one, other) => rank(one) - rank(other));
};

/** A body that changes one property: alone, or with all the others as they are. */
const changeOf = (
  scene: Scene,
  callable: Callable,
  record: JsonObject,
  isWhole: boolean,
): JsonObject | undefined => {
  const { api } = scene;
  const properties = propertiesOf(api, callable);
  const kept = Object.fromEntries(
    Object.entries(record).filter(
      ([name]) => Object.hasOwn(properties, name) && !api.reading.isReadOnly(properties[name] ?? {}),
    ),
  );
  for (const name of changeable(scene, callable, record)) {
    const value = otherValue(api, properties[name], record[name]);
    if (value === noValue) continue;
    const candidates = isWhole ? [{ ...kept, [name]: value }] : [{ [name]: value }];
    const found = candidates.find((one) => fits(api, callable, one));
    if (found !== undefined) return found;
  }
  return undefined;
};

const wrongTypes: readonly unknown[] = ["tripact is no such value", true, { tripact: [] }];

/** A change of which one part contradicts the schema: nothing of it may be stored. */
const refusableOf = (scene: Scene, callable: Callable, record: JsonObject, isWhole: boolean) => {
  const { api } = scene;
  const change = changeOf(scene, callable, record, isWhole);
  if (change === undefined) return undefined;
  const properties = propertiesOf(api, callable);
  const changed = Object.keys(change).find((name) => !showsSame(change[name], record[name]));
  for (const name of Object.keys(properties)) {
    if (name === changed || api.reading.isReadOnly(properties[name] ?? {})) continue;
    for (const value of wrongTypes)
      if (!fits(api, callable, { ...change, [name]: value })) return { ...change, [name]: value };
  }
  return undefined;
};

interface Change {
  readonly kind: "updated" | "replaced";
  readonly callableOf: (scene: Scene) => Callable | undefined;
  readonly isWhole: boolean;
}

function* write(
  { api, resource }: Scene,
  callable: Callable,
  { record, on }: WorkingRecord,
  step: string,
  sent: JsonObject,
): Plan<Exchange<Tag> | undefined, Tag> {
  const target = pathFor(callable, record);
  if (target === undefined) return undefined;
  const input = { ...noInput, body: { mediaType: typeOf(callable) ?? "application/json", value: sent } };
  const expects = step === "refused" ? ({ expects: "refusal" } as const) : {};
  return yield* ask(
    api,
    callable,
    { target, input, words: `${step}: the ${resource.name}`, ...expects },
    { step, on, sent },
  );
}

function* planChange(scene: Scene, { callableOf, isWhole }: Change): Plan<void, Tag> {
  const { api, resource } = scene;
  const callable = callableOf(scene);
  const parent = yield* parentOf(scene);
  if (callable === undefined || parent === null) return;
  const one = yield* makeRecord(api, resource, "one", parent);
  const other = yield* makeRecord(api, resource, "other", parent);
  if (one === undefined) return;
  const before = yield* readRecord(api, resource, one, "before");
  if (other !== undefined) yield* readRecord(api, resource, other, "before");
  const record = before && shownRecord(before, resource.name);
  if (record === undefined) return;
  const wrong = refusableOf(scene, callable, record, isWhole);
  if (wrong !== undefined) {
    yield* write(scene, callable, one, "refused", wrong);
    yield* readRecord(api, resource, one, "after the refusal");
  }
  const change = changeOf(scene, callable, record, isWhole);
  if (change === undefined) return;
  yield* write(scene, callable, one, "change", change);
  const after = yield* readRecord(api, resource, one, "after");
  if (other !== undefined) yield* readRecord(api, resource, other, "after");
  const etag = before && responseOf(before)?.headers["etag"];
  const { read } = resource;
  if (etag === undefined || after === undefined || read === undefined) return;
  const target = pathFor(read, one.record);
  if (target === undefined) return;
  const asking = {
    target,
    input: noInput,
    words: "the state before the change",
    headers: { "if-none-match": etag },
  };
  yield* ask(api, read, asking, { step: "conditional", on: "one" });
}

/** A refused change leaves the record as it was. */
function* judgeRefusal(
  { resource }: Scene,
  { kind }: Change,
  answers: ResourceAnswers,
): Generator<RelationFound> {
  const [refused, before] = [answerAt(answers, "refused", "one"), answerAt(answers, "before", "one")];
  const after = answerAt(answers, "after the refusal", "one");
  const [was, is] = [before, after].map((one) => one && shownRecord(one, resource.name));
  if (refused === undefined || after === undefined || was === undefined || is === undefined) return;
  const status = answerStatus(refused);
  if (status < 400 || status >= 500 || !isSuccess(after)) return;
  const changed = differing(was, is, (name) => !mayMove(resource)(name));
  if (changed.length === 0) return yield relationHolds(`${kind}-refused`);
  yield {
    fact: `${kind}-refused`,
    message: `${refused.operation ?? ""} is refused with ${status}, and changes \`${changed.join("`, `")}\``,
    exchange: refused,
    also: [after],
    expected: "the record as it was",
    actual: `another ${changed.map((name) => `\`${name}\``).join(", ")}`,
  };
}

/** Whether a change was carried out: a refusal proves nothing. */
const carriedOut = (change: Exchange<Tag> | undefined): change is Exchange<Tag> =>
  change !== undefined && isSuccess(change) && answerStatus(change) !== 202;

function* judgeSent(
  { api, resource }: Scene,
  { kind, isWhole }: Change,
  answers: ResourceAnswers,
): Generator<RelationFound> {
  const [change, before, after] = [
    answerAt(answers, "change"),
    answerAt(answers, "before", "one"),
    answerAt(answers, "after", "one"),
  ];
  const [was, is] = [before, after].map((one) => one && shownRecord(one, resource.name));
  const sent = change?.call?.tag?.sent;
  if (!carriedOut(change) || after === undefined || was === undefined || is === undefined || !isObject(sent))
    return;
  if (!isSuccess(after)) return;
  const isClients = isReadable(api, resource);
  const lost = differing(sent, is, isClients);
  const created = answerAt(answers, "create", "one")?.call?.tag?.sent;
  // What the creation was not sent may be the server's.
  const wasSent = (name: string): boolean => isObject(created) && Object.hasOwn(created, name);
  const others = isWhole
    ? []
    : Object.keys(was).filter(
        (name) =>
          wasSent(name) &&
          isClients(name) &&
          !mayMove(resource)(name) &&
          !Object.hasOwn(sent, name) &&
          !showsSame(was[name], is[name]),
      );
  const { operation = "" } = change;
  for (const name of lost)
    yield {
      fact: kind,
      message: `${operation} is sent \`${name}\`, and the record shows another value`,
      exchange: change,
      also: [after],
      pointer: `/${name}`,
      expected: "the value that was sent",
      actual: "another value",
    };
  for (const name of others)
    yield {
      fact: kind,
      message: `${operation} changes \`${name}\`, which it was not sent`,
      exchange: change,
      also: [after],
      pointer: `/${name}`,
      expected: "the value that it had",
      actual: Object.hasOwn(is, name) ? "another value" : "missing",
    };
  if (lost.length === 0 && others.length === 0) yield relationHolds(kind);
}

/** A change of one record leaves the others as they were. */
function* judgeOthers(
  { resource }: Scene,
  { kind }: Change,
  answers: ResourceAnswers,
): Generator<RelationFound> {
  const [change, before, after] = [
    answerAt(answers, "change"),
    answerAt(answers, "before", "other"),
    answerAt(answers, "after", "other"),
  ];
  const [was, is] = [before, after].map((one) => one && shownRecord(one, resource.name));
  if (!carriedOut(change) || after === undefined || was === undefined) return;
  const status = answerStatus(after);
  const changed =
    is === undefined || !isSuccess(after) ? [] : differing(was, is, (name) => !mayMove(resource)(name));
  if (changed.length === 0 && isSuccess(after)) return yield relationHolds(`${kind}-others`);
  if (!isSuccess(after) && status !== 404 && status !== 410) return;
  yield {
    fact: `${kind}-others`,
    message: `${change.operation ?? ""} changes another ${resource.name} than the one that its path names`,
    exchange: change,
    also: [after],
    expected: "the other record as it was",
    actual:
      changed.length === 0 ? String(status) : `another ${changed.map((name) => `\`${name}\``).join(", ")}`,
  };
}

/** A strong ETag changes with the record (RFC 9110, section 8.8.1). */
function* judgeEtag({ kind }: Change, answers: ResourceAnswers): Generator<RelationFound> {
  const [change, before, after] = [
    answerAt(answers, "change"),
    answerAt(answers, "before", "one"),
    answerAt(answers, "after", "one"),
  ];
  const conditional = answerAt(answers, "conditional", "one");
  const [was, is] = [before, after].map((one) => one && responseOf(one)?.headers["etag"]);
  if (!carriedOut(change) || before === undefined || after === undefined) return;
  if (was === undefined || is === undefined || was.startsWith("W/") || !isSuccess(after)) return;
  const [one, other] = [before, after].map((exchange) => JSON.stringify(responseOf(exchange)?.body));
  if (one === other) return;
  const isOld = was === is;
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
  },
  why: "A client that changes a record relies on what the change leaves.",
  phase,
  writes: true,
  applies: (resource, api) =>
    resource.create !== undefined && change.callableOf({ api, resource, resources: [] }) !== undefined,
  plan: (scene) => planChange(scene, change),
  *judge(scene, answers) {
    yield* judgeRefusal(scene, change, answers);
    yield* judgeSent(scene, change, answers);
    yield* judgeOthers(scene, change, answers);
    yield* judgeEtag(change, answers);
  },
});

/** A PATCH merges by RFC 7396 or as declared; any other may mean anything. */
const merging = ({ resource }: Scene): Callable | undefined => {
  const { update, isDeclared } = resource;
  if (update === undefined) return undefined;
  return isDeclared || typeOf(update)?.startsWith(mergePatch) === true ? update : undefined;
};

export const updated: ResourceRelation = relationOf(
  { kind: "updated", isWhole: false, callableOf: merging },
  2,
  ({ name }) => `An update of a ${name} changes what it is sent, and nothing else`,
);

export const replacedByPut: ResourceRelation = relationOf(
  { kind: "replaced", isWhole: true, callableOf: ({ resource }) => resource.replace },
  3,
  ({ name }) => `A replaced ${name} shows what it was sent`,
);
