/** Beyond so many values nothing more of an answer is looked at. */
const mostValues = 5000;

/**
 * Which parts an answer shows, whatever they hold: the properties at any depth, and how long each list is. Two answers
 * to one request that differ in it show a record once more, once less, or without one of its parts.
 */
export const partsOf = (body: unknown): string => {
  const names = new Set<string>();
  const lengths: number[] = [];
  let seen = 0;
  const visit = (value: unknown, way: string): void => {
    seen += 1;
    if (seen > mostValues || typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) {
      lengths.push(value.length);
      for (const entry of value) visit(entry, `${way}/*`);
      return;
    }
    // In an order of ours: that of members says nothing.
    for (const [name, inner] of Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))) {
      names.add(`${way}/${name}`);
      visit(inner, `${way}/${name}`);
    }
  };
  visit(body, "");
  return JSON.stringify([[...names].toSorted(), lengths]);
};
