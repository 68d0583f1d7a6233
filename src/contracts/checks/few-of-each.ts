/** Items from an index that the seed chooses on, and then those before it. */
const rotatedBy = <Item>(items: readonly Item[], seed: number): readonly Item[] => {
  const start = seed % Math.max(1, items.length);
  return [...items.slice(start), ...items.slice(0, start)];
};

/** What is left of words without the names in them. */
const kindIn = (what: string): string => what.replace(/`[^`]*`/g, "");

/** The names in words. */
const namesIn = (what: string): string => (what.match(/`[^`]*`/g) ?? []).join();

/**
 * `few` of the items, in their own order: one of each kind before a second one of any, of names that have had the fewest
 * so far. The seed decides which; their kind is what their words say besides names.
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
  const counts = new Map<string, number>();
  const countOf = ({ what }: Item): number => counts.get(namesIn(what)) ?? 0;
  while (chosen.size < few)
    for (const same of kinds) {
      const left = same.filter((item) => !chosen.has(item));
      const least = Math.min(...left.map(countOf));
      const next = left.find((item) => countOf(item) === least);
      if (next === undefined || chosen.size >= few) continue;
      chosen.add(next);
      counts.set(namesIn(next.what), least + 1);
    }
  return items.filter((item) => chosen.has(item));
};
