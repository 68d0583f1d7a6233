import { isObject, type JsonObject } from "../core/model/json-object.ts";
import { isJsonType } from "../contracts/checks/input.ts";
import type { ApiDocument, ApiOperation } from "../documents/document.ts";
import type { Schema } from "../documents/schemas/schema.ts";
import { objectIn, type SentBody } from "./bodies.ts";
import { exampleValue, roundedJson } from "./exact-json.ts";
import { patchIn, type UnfitPatch, withJsonPatch } from "./json-patch.ts";
import { bodySchema } from "./kinds.ts";
import { type Success, successOf } from "./responses.ts";
import { itemSchema, type Schemas } from "./schemas.ts";
import type { Serving } from "./served-document.ts";
import { isPlainList, scopeOf, storedRecord } from "./show.ts";

/** What there is once at a path, such as settings: read by GET, and changed at the same path. */
export interface Singleton {
  readonly path: string;
  /** How its read answers. */
  readonly success: Success;
}

const changing = new Set(["PUT", "PATCH", "POST"]);

/** The property of an answer that holds a list of these items. */
const listProperty = (
  answer: Schema | undefined,
  items: Schema | undefined,
  schemas: Schemas,
): string | undefined =>
  Object.entries(schemas.reading.view(answer).properties).find(([, property]) =>
    schemas.isSame(itemSchema(schemas.reading, property), items),
  )?.[0];

/** Whether a body is about what an answer shows: some of its properties, or the whole of its list. */
const isAbout = (body: Schema | undefined, answer: Schema | undefined, schemas: Schemas): boolean => {
  const { reading } = schemas;
  const shown = Object.keys(reading.view(answer).properties);
  const items = itemSchema(reading, body);
  return items === undefined
    ? Object.keys(reading.view(body).properties).some((name) => shown.includes(name))
    : listProperty(answer, items, schemas) !== undefined;
};

/** The singletons of a document by their paths. @param isFree whether an operation does nothing else */
export const createSingletons = (
  { operations }: Pick<ApiDocument, "operations">,
  isFree: (operation: ApiOperation) => boolean,
  schemas: Schemas,
): ReadonlyMap<string, Singleton> => {
  const free = operations.filter(isFree);
  return new Map(
    free.flatMap((operation): readonly (readonly [string, Singleton])[] => {
      if (operation.method !== "GET") return [];
      const success = successOf(operation);
      const { media } = success;
      const shown = Object.keys(schemas.reading.view(media?.schema).properties);
      if (media === undefined || !isJsonType(media.mediaType) || shown.length === 0) return [];
      const isChanged = free.some(
        (other) =>
          other.path === operation.path &&
          changing.has(other.method) &&
          isAbout(bodySchema(other), media.schema, schemas),
      );
      return isChanged ? [[operation.path, { path: operation.path, success }] as const] : [];
    }),
  );
};

/** A patch is about the list, where an answer holds one and little else. */
const withPatchOf = (
  { media }: Success,
  before: JsonObject,
  patch: readonly unknown[],
  schemas: Schemas,
): ReturnType<typeof withJsonPatch> => {
  const whole = withJsonPatch(before, patch);
  if (!("unfit" in whole) || !isPlainList(media?.schema, schemas)) return whole;
  const [name, list] = Object.entries(before).find(([, value]) => Array.isArray(value)) ?? [];
  if (name === undefined) return whole;
  const inner = withJsonPatch(list, patch);
  return "unfit" in inner ? inner : { value: { ...before, [name]: inner.value } };
};

const key = "only";

/** What a singleton holds, from its example on. */
export const createHolding = (schemas: Schemas, { store }: Pick<Serving, "store">) => {
  const read = ({ path, success }: Singleton, texts: readonly string[]): JsonObject => {
    const text = store.get(path, scopeOf(texts), key);
    if (text !== undefined) return storedRecord(text);
    const example = success.media?.examples.find(({ value }) => isObject(value));
    const value =
      example !== undefined
        ? exampleValue(example)
        : schemas.answerValue(success.media?.schema, success.validator);
    return isObject(value) ? value : {};
  };

  /** @returns undefined for what its read may not show */
  const keep = (
    { path, success }: Singleton,
    texts: readonly string[],
    after: unknown,
  ): JsonObject | undefined => {
    if (!isObject(after) || !schemas.fits(success.validator, roundedJson(after))) return undefined;
    const write = store.get(path, scopeOf(texts), key) === undefined ? "add" : "put";
    return storedRecord(store[write](path, scopeOf(texts), key, JSON.stringify(after)));
  };

  /** What a body says of a singleton: its properties, or the list that it is. */
  const saidIn = (
    { success }: Singleton,
    operation: ApiOperation,
    body: SentBody | undefined,
  ): JsonObject => {
    const value = body !== undefined && "value" in body ? body.value : undefined;
    if (!Array.isArray(value)) return objectIn(body);
    const name = listProperty(
      success.media?.schema,
      itemSchema(schemas.reading, bodySchema(operation)),
      schemas,
    );
    return name === undefined ? {} : { [name]: value };
  };

  /** Stores what its read can show of a body: the whole by PUT, a part by PATCH or POST. */
  const write = (
    singleton: Singleton,
    operation: ApiOperation,
    texts: readonly string[],
    body: SentBody | undefined,
  ): JsonObject | UnfitPatch => {
    const { success } = singleton;
    const before = read(singleton, texts);
    const patch = patchIn(body, operation, schemas);
    if (patch !== undefined) {
      const patched = withPatchOf(success, before, patch, schemas);
      if ("unfit" in patched) return patched;
      return (
        keep(singleton, texts, patched.value) ?? {
          unfit: "The patch makes what the schema of its read does not allow.",
          isTest: false,
        }
      );
    }
    const { properties, required } = schemas.reading.view(success.media?.schema);
    const kept = Object.entries(before).filter(
      ([name]) => operation.method !== "PUT" || required.includes(name),
    );
    const shown = Object.entries(saidIn(singleton, operation, body)).filter(([name]) =>
      Object.hasOwn(properties, name),
    );
    // Bodies may be documented to allow more than answers do.
    return keep(singleton, texts, Object.fromEntries([...kept, ...shown])) ?? before;
  };

  return { read, write };
};
