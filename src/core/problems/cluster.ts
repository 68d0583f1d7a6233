/** Keys of the possible causes of an item, its own first. */
export type Keys = readonly [string, ...string[]];

export interface Keyed {
  readonly keys: Keys;
}

/** Names a cause by its kind and its distinguishing parts. Part of the identity of problems: must never change. */
export const causeKey = (kind: string, ...parts: readonly string[]): string => [kind, ...parts].join(" ");

/** Whether one serializer writes all texts of a form, so that they change together. */
export const isNotation = (form: string): boolean =>
  /^(?:decimal|grouped-number|money|(?:us-)?date|(?:utc|offset|local)-date-time|http-date|boolean-text|uuid)$/.test(
    form,
  );

/** The field that a pointer leads to or into, ignoring array indexes. */
export const fieldIn = (pointer: string): string =>
  pointer.split("/").findLast((segment) => segment !== "*" && !/^\d+$/.test(segment)) ?? "";

/** The one field at the end of all these pointers; undefined if there are several, or an array index. */
export const fieldAt = (pointers: readonly string[]): string | undefined => {
  const [last = "", ...others] = new Set(pointers.map((pointer) => pointer.split("/").at(-1) ?? ""));
  return last === "" || last === "*" || others.length > 0 ? undefined : last;
};

/** Joins items that share a key, directly or through others. Clusters and their members keep the given order. */
export const clustersOf = <Item extends Keyed>(items: readonly Item[]): readonly (readonly Item[])[] => {
  const parents = new Map<string, string>();
  const rootOf = (key: string): string => {
    let at = key;
    for (let parent = parents.get(at); parent !== undefined; parent = parents.get(at)) at = parent;
    return at;
  };
  for (const { keys } of items)
    for (const key of keys.slice(1)) {
      const [one, other] = [rootOf(keys[0]), rootOf(key)];
      if (one !== other) parents.set(other, one);
    }
  return [...Map.groupBy(items, ({ keys }) => rootOf(keys[0])).values()];
};
