import { createHash } from "node:crypto";
import type { LocationCounts } from "./location-counts.ts";

/** Lets every record be counted once in a lifetime. */
export interface Duplicates {
  /** Counts a body at its location, without the records that were counted there before. */
  see(place: LocationCounts, body: unknown): void;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

const digestOf = (value: object): string =>
  createHash("sha1").update(JSON.stringify(value)).digest("base64").slice(0, 16);

export const createDuplicates = (): Duplicates => {
  const known = new WeakMap<LocationCounts, Set<string>>();

  const isNew = (place: LocationCounts, value: object): boolean => {
    const seen = known.get(place) ?? new Set();
    known.set(place, seen);
    const before = seen.size;
    return seen.add(digestOf(value)).size > before;
  };

  /** The lists of a page hold the records; the page itself is another one each time. */
  const withNewItems = (place: LocationCounts, name: string, value: unknown): unknown => {
    if (!Array.isArray(value) || !value.some(isObject)) return value;
    const items = (place.field(name).items ??= place.field(name).madeItems());
    return value.filter((item) => !isObject(item) || isNew(items, item));
  };

  return {
    see(place, body) {
      if (Array.isArray(body)) {
        const items = (place.items ??= place.madeItems());
        place.see(
          body.filter((item) => !isObject(item) || isNew(items, item)),
          0,
        );
        return;
      }
      if (!isObject(body)) return place.see(body, 0);
      if (!isNew(place, body)) return;
      place.see(
        Object.fromEntries(
          Object.entries(body).map(([name, inner]) => [name, withNewItems(place, name, inner)]),
        ),
        0,
      );
    },
  };
};
