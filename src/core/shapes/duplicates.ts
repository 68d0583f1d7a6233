import { createHash } from "node:crypto";
import { isObject, type JsonObject } from "../model/json-object.ts";
import type { LocationCounts } from "./location-counts.ts";

const digestOf = (value: object): string =>
  createHash("sha1").update(JSON.stringify(value)).digest("base64").slice(0, 16);

export const createDuplicates = () => {
  const known = new WeakMap<LocationCounts, Set<string>>();

  const isNew = (location: LocationCounts, value: object): boolean => {
    const seen = known.get(location) ?? new Set();
    known.set(location, seen);
    const before = seen.size;
    return seen.add(digestOf(value)).size > before;
  };

  const newItems = (list: LocationCounts, value: readonly unknown[]): readonly unknown[] => {
    const items = (list.items ??= list.madeItems());
    return value.filter((item) => !isObject(item) || isNew(items, item));
  };

  /** The records are in the lists of a page; the page itself differs each time. Copies only if necessary. */
  const withNewItems = (location: LocationCounts, page: JsonObject): JsonObject => {
    const changed: [string, readonly unknown[]][] = [];
    for (const name in page) {
      const value = page[name];
      if (!Array.isArray(value) || !value.some(isObject)) continue;
      const left = newItems(location.field(name), value);
      if (left.length < value.length) changed.push([name, left]);
    }
    return changed.length === 0 ? page : { ...page, ...Object.fromEntries(changed) };
  };

  return {
    /** Counts a body without the records already counted at their location. */
    see(location: LocationCounts, body: unknown) {
      if (Array.isArray(body)) location.see(newItems(location, body), 0);
      else if (!isObject(body)) location.see(body, 0);
      else if (isNew(location, body)) location.see(withNewItems(location, body), 0);
    },
  };
};

/** Makes every record count only once. */
export type Duplicates = ReturnType<typeof createDuplicates>;
