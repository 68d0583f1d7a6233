import { isObject, type JsonObject } from "../core/model/json-object.ts";
import { isJsonType } from "../contracts/checks/input.ts";
import type { ApiDocument, ApiOperation } from "../documents/document.ts";
import { bodySchema } from "./kinds.ts";
import { type Success, successOf } from "./responses.ts";
import type { Schemas } from "./schemas.ts";
import type { Serving } from "./served-document.ts";
import { scopeOf, storedRecord } from "./show.ts";

/** What there is once at a path, such as settings: read by GET, and changed at the same path. */
export interface Singleton {
  readonly path: string;
  /** How its read answers. */
  readonly success: Success;
}

const changing = new Set(["PUT", "PATCH", "POST"]);

/** The singletons of a document by their paths. @param isFree whether an operation does nothing else */
export const createSingletons = (
  { operations }: Pick<ApiDocument, "operations">,
  isFree: (operation: ApiOperation) => boolean,
  { reading }: Schemas,
): ReadonlyMap<string, Singleton> => {
  const free = operations.filter(isFree);
  return new Map(
    free.flatMap((operation): readonly (readonly [string, Singleton])[] => {
      if (operation.method !== "GET") return [];
      const success = successOf(operation);
      const { media } = success;
      const shown = Object.keys(reading.view(media?.schema).properties);
      if (media === undefined || !isJsonType(media.mediaType) || shown.length === 0) return [];
      const isChanged = free.some(
        (other) =>
          other.path === operation.path &&
          changing.has(other.method) &&
          Object.keys(reading.view(bodySchema(other)).properties).some((name) => shown.includes(name)),
      );
      return isChanged ? [[operation.path, { path: operation.path, success }] as const] : [];
    }),
  );
};

const key = "only";

/** What a singleton holds, from its example on. */
export const createHolding = (schemas: Schemas, { store }: Pick<Serving, "store">) => {
  const read = ({ path, success }: Singleton, texts: readonly string[]): JsonObject => {
    const text = store.get(path, scopeOf(texts), key);
    if (text !== undefined) return storedRecord(text);
    const example = success.media?.examples.find(({ value }) => isObject(value))?.value;
    const value = example ?? schemas.answerValue(success.media?.schema, success.validator);
    return isObject(value) ? value : {};
  };

  /** Stores what its read can show of a body: the whole by PUT, a part by PATCH or POST. */
  const write = (
    singleton: Singleton,
    { method }: ApiOperation,
    texts: readonly string[],
    sent: JsonObject,
  ): JsonObject => {
    const { path, success } = singleton;
    const before = read(singleton, texts);
    const { properties, required } = schemas.reading.view(success.media?.schema);
    const kept = Object.entries(before).filter(([name]) => method !== "PUT" || required.includes(name));
    const shown = Object.entries(sent).filter(([name]) => Object.hasOwn(properties, name));
    const merged = Object.fromEntries([...kept, ...shown]);
    const after = schemas.fits(success.validator, merged) ? merged : before;
    const text = JSON.stringify(after);
    if (store.get(path, scopeOf(texts), key) === undefined) store.add(path, scopeOf(texts), key, text);
    else store.put(path, scopeOf(texts), key, text);
    return after;
  };

  return { read, write };
};
