import type { Plan } from "../../core/model/check.ts";
import type { Exchange } from "../../core/model/exchange.ts";
import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import type { Schema } from "../../documents/schemas/schema.ts";
import { type Api, type Callable, validatorKeys } from "../checks/api.ts";
import { type Input, isJsonType, writableTypes } from "../checks/input.ts";
import { freshTexts, namesAnother } from "../checks/own-texts.ts";
import { makeValue, noValue } from "../checks/make-value.ts";
import { isReadable, isStill, sentProperties, wrapperOf } from "./fields.ts";
import { recordPlace } from "./record-view.ts";
import type { Scene } from "./relation.ts";
import { isMasked, saysSomething, showsSame } from "./same-value.ts";
import type { Tag } from "./tag.ts";
import { ask, ownId, noInput, pathFor, type WorkingRecord } from "./working-record.ts";

const mergePatch = "application/merge-patch+json";

/** The media type of a change, which decides what it means. */
export const changeType = (callable: Callable): string | undefined => {
  const types = writableTypes(callable.operation).filter(isJsonType);
  return types.find((type) => type.startsWith(mergePatch)) ?? types[0];
};

/** Whether an update merges by RFC 7396. */
export const mergesByRfc = (callable: Callable): boolean =>
  changeType(callable)?.startsWith(mergePatch) === true;

/** The body that carries a change of a record. */
const bodyOf = ({ api, resource }: Scene, callable: Callable, change: JsonObject): JsonObject => {
  const wrapper = wrapperOf(api, callable, resource);
  return wrapper === undefined ? change : { [wrapper]: change };
};

const fits = (scene: Scene, callable: Callable, change: JsonObject): boolean =>
  scene.api.fits(
    validatorKeys.request(callable.id, changeType(callable) ?? ""),
    bodyOf(scene, callable, change),
  );

/** Other values of a property than the one that it has, the most like it first. */
function* otherValues(api: Api, schema: Schema | undefined, current: unknown): Generator<unknown> {
  const { enum: values, format } = api.reading.view(schema).keywords;
  // A name from an example may be another record's.
  if (typeof current === "string" && current !== "" && values === undefined && format === undefined)
    yield* freshTexts(current, api.records.next());
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const number = api.records.next();
    const made = makeValue(schema, { reading: api.reading, extent: "least", number, branch: attempt });
    if (made !== noValue && made !== null && !showsSame(made, current)) yield made;
  }
}

const isPlain = (value: unknown): boolean => ["string", "number", "boolean"].includes(typeof value);

/** What a change may be made of. */
export interface RecordChange {
  readonly scene: Scene;
  readonly callable: Callable;
  /** The record as it is shown. */
  readonly record: JsonObject;
  /** What its creation was sent. */
  readonly sent: JsonObject | undefined;
  /** Whether a change carries all of the record. */
  readonly isWhole: boolean;
}

/** Properties that a client may change. */
const changeable = ({ scene, callable, record }: RecordChange): readonly string[] => {
  const { api, resource } = scene;
  const isClients = isReadable(api, resource);
  // The path has named the record already, whatever the property is called.
  const place = recordPlace(resource);
  const ids = new Set(place === undefined ? [] : api.records.own(place.template).map(ownId));
  const isNaming = (name: string): boolean =>
    name === place?.name || (typeof record[name] === "string" && ids.has(record[name]));
  return Object.keys(sentProperties(api, callable, scene.resource)).filter(
    (name) =>
      !isNaming(name) &&
      Object.hasOwn(record, name) &&
      !isMasked(record[name]) &&
      isClients(name) &&
      !resource.unique.includes(name),
  );
};

/** All of a record that a change may carry: as it is shown, and what only its creation has shown. */
const wholeOf = ({ scene, callable, record, sent }: RecordChange): JsonObject => {
  const { api } = scene;
  return Object.fromEntries(
    Object.entries(sentProperties(api, callable, scene.resource)).flatMap(
      ([name, schema]): [string, unknown][] => {
        const value = isMasked(record[name]) ? sent?.[name] : (record[name] ?? sent?.[name]);
        return api.reading.isReadOnly(schema) || value === undefined || value === null ? [] : [[name, value]];
      },
    ),
  );
};

const written = (changing: RecordChange, part: JsonObject): JsonObject | undefined => {
  const { scene, callable, isWhole } = changing;
  const body = isWhole ? { ...wholeOf(changing), ...part } : part;
  return fits(scene, callable, body) ? body : undefined;
};

/** Names of texts that a server may read, or may refuse to change, although no schema says so. */
const meaningful =
  /(?:status|state|type|kind|role|level|mode|country|region|currency|language|locale|zone|code|key|slug|path|ur[il]|link|phone|e?mail|version|user_?name|password|token|parent|owner|author)$/i;

/** Properties with texts that mean nothing to a server: any number of them may be changed at once. */
const sayings = (changing: RecordChange): readonly string[] => {
  const { scene, callable, record } = changing;
  const { api, resource } = scene;
  const properties = sentProperties(api, callable, resource);
  const isOwn = isStill(api, resource);
  return changeable(changing).filter((name) => {
    const { keywords } = api.reading.view(properties[name]);
    const isFree = ["enum", "const", "format", "pattern"].every((one) => keywords[one] === undefined);
    return (
      typeof record[name] === "string" &&
      isFree &&
      isOwn(name) &&
      !meaningful.test(name) &&
      !namesAnother(name)
    );
  });
};

/** Bodies that each change what they may: all texts that mean nothing together, or else one property after the other. */
export function* changesOf(changing: RecordChange): Generator<JsonObject> {
  const { scene, callable, record } = changing;
  const properties = sentProperties(scene.api, callable, scene.resource);
  const changeTo = (name: string): JsonObject | undefined =>
    otherValues(scene.api, properties[name], record[name])
      .map((value) => ({ [name]: value }))
      .find((part) => written(changing, part) !== undefined);
  const said = sayings(changing).map(changeTo);
  const parts = said.flatMap((part) => Object.entries(part ?? {}));
  const together = parts.length < 2 ? undefined : written(changing, Object.fromEntries(parts));
  if (together !== undefined) yield together;
  const rank = (name: string): number => (typeof record[name] === "string" ? 0 : 1);
  // Texts first: they are the least likely to mean more.
  const names = changeable(changing)
    .filter((name) => isPlain(record[name]))
    .toSorted((one, other) => rank(one) - rank(other));
  for (const name of names) {
    const part = changeTo(name);
    const body = part && written(changing, part);
    if (body !== undefined) yield body;
  }
}

/** The first of them. */
export const changeOf = (changing: RecordChange): JsonObject | undefined => changesOf(changing).next().value;

const wrongTypes: readonly unknown[] = ["tripact is no such value", true, { tripact: [] }];

/** A change of which one part contradicts the schema: nothing of it may be stored. */
export const refusableOf = (changing: RecordChange): JsonObject | undefined => {
  const { scene, callable, record } = changing;
  const { api } = scene;
  const properties = Object.entries(sentProperties(api, callable, scene.resource));
  for (const change of changesOf(changing))
    for (const [name, schema] of properties) {
      const isChanged = Object.hasOwn(change, name) && !showsSame(change[name], record[name]);
      if (isChanged || api.reading.isReadOnly(schema)) continue;
      const wrong = wrongTypes.find((value) => !fits(scene, callable, { ...change, [name]: value }));
      if (wrong !== undefined) return { ...change, [name]: wrong };
    }
  return undefined;
};

const hasDefault = (api: Api, schema: Schema | undefined): boolean =>
  api.reading.view(schema).keywords["default"] !== undefined;

/** Optional properties that have a value, and that nothing sets by itself. */
const removable = (changing: RecordChange): readonly string[] => {
  const { scene, callable, record, sent } = changing;
  const { api } = scene;
  const properties = sentProperties(api, callable, scene.resource);
  return changeable(changing).filter(
    (name) =>
      saysSomething(record[name]) &&
      sent !== undefined &&
      Object.hasOwn(sent, name) &&
      !hasDefault(api, properties[name]),
  );
};

/** A merge that removes a property (RFC 7396), and nothing else. */
export const removalOf = (changing: RecordChange): JsonObject | undefined =>
  removable(changing)
    .map((name) => written(changing, { [name]: null }))
    .find((body) => body !== undefined);

/** A whole record without one of its properties. */
export const shorterOf = (changing: RecordChange): JsonObject | undefined => {
  const { scene, callable } = changing;
  const whole = Object.entries(wholeOf(changing));
  return removable(changing)
    .map((left) => Object.fromEntries(whole.filter(([name]) => name !== left)))
    .find((body) => fits(scene, callable, body));
};

/** A merge inside an object, which keeps the rest of it (RFC 7396). */
export const innerOf = (changing: RecordChange): JsonObject | undefined => {
  const { scene, callable, record } = changing;
  const { reading } = scene.api;
  const properties = sentProperties(scene.api, callable, scene.resource);
  for (const name of changeable(changing)) {
    const value = record[name];
    if (!isObject(value)) continue;
    const inner = reading.view(properties[name]).properties;
    const given = Object.keys(value).filter((one) => saysSomething(value[one]) && Object.hasOwn(inner, one));
    const one = given.find((key) => isPlain(value[key]));
    if (one === undefined || given.length < 2) continue;
    const [other] = otherValues(scene.api, inner[one], value[one]);
    const body = other === undefined ? undefined : written(changing, { [name]: { [one]: other } });
    if (body !== undefined) return body;
  }
  return undefined;
};

/** A list in place of another: a merge does not look into lists (RFC 7396). */
export const listChangeOf = (changing: RecordChange): JsonObject | undefined => {
  const { scene, callable, record } = changing;
  const properties = sentProperties(scene.api, callable, scene.resource);
  for (const name of changeable(changing)) {
    const value = record[name];
    if (!Array.isArray(value) || value.length < 2) continue;
    const body = written(changing, { [name]: value.slice(0, 1) });
    if (properties[name] !== undefined && body !== undefined) return body;
  }
  return undefined;
};

/** A change as a body. */
export const changeBody = (
  scene: Scene,
  callable: Callable,
  sent: JsonObject,
): NonNullable<Input["body"]> => ({
  mediaType: changeType(callable) ?? "application/json",
  value: bodyOf(scene, callable, sent),
});

/** Sends a change of a record. */
export function* write(
  scene: Scene,
  callable: Callable,
  { record, on }: Pick<WorkingRecord, "record" | "on">,
  step: string,
  sent: JsonObject,
  more: { readonly headers?: Readonly<Record<string, string>>; readonly expects?: "refusal" } = {},
): Plan<Exchange<Tag> | undefined, Tag> {
  const { api, resource } = scene;
  const target = pathFor(callable, record);
  if (target === undefined) return undefined;
  const input = { ...noInput, body: changeBody(scene, callable, sent) };
  const words = `${step}: the ${resource.name}`;
  return yield* ask(api, callable, { target, input, words, ...more }, { step, on, sent, id: ownId(record) });
}
