/** Items from an index that the seed chooses on, and then those before it. */
const rotatedBy = <Item>(items: readonly Item[], seed: number): readonly Item[] => {
  const start = seed % Math.max(1, items.length);
  return [...items.slice(start), ...items.slice(0, start)];
};

/** What is left of words without the names in them. */
const kindIn = (what: string): string => what.replace(/`[^`]*`/g, "");

/**
 * `few` of the items, in their own order: one of each kind before a second one of any. The seed decides which; their kind
 * is what their words say besides names.
 */
export const fewOfEach = <Item extends { readonly what: string }>(
  items: readonly Item[],
  few: number,
  seed: number,
): readonly Item[] => {
  if (few >= items.length) return items;
  const kinds = [...Map.groupBy(items, ({ what }) => kindIn(what)).values()].map((same) =>
    rotatedBy(same, seed),
  );
  const chosen = new Set<Item>();
  for (let round = 0; chosen.size < few; round += 1)
    for (const same of kinds) {
      const next = same[round];
      if (next !== undefined && chosen.size < few) chosen.add(next);
    }
  return items.filter((item) => chosen.has(item));
};
