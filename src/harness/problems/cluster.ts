/** Something with the keys of what may have caused it. */
export interface Keyed {
  readonly keys: readonly [string, ...string[]];
}

/** Puts together what shares a key, directly or by way of others. Clusters and their members keep the order given. */
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
