import leven from "leven";

const longest = 60;

/** A name from outside for a message: short, and without anything that a terminal would take as a command. */
export const printable = (name: string): string => {
  const plain = name.replace(/[^\x20-\x7e\u00a1-\u02ff]/g, "?");
  return plain.length > longest ? `${plain.slice(0, longest)}…` : plain;
};

/** How to mend a name that is not among the known ones: the nearest, or all of them when they are few. */
export const nameHint = (name: string, known: readonly string[]): string | undefined => {
  const [nearest] = known
    .map((candidate) => ({ candidate, distance: distanceOf(name, candidate) }))
    .filter(({ candidate, distance }) => distance <= Math.max(1, candidate.length / 3))
    .toSorted((one, other) => one.distance - other.distance);
  if (nearest !== undefined) return `did you mean ${printable(nearest.candidate)}?`;
  return known.length > 0 && known.length <= 20 ? `known: ${known.map(printable).join(", ")}` : undefined;
};

/** Only so much of a name is looked at: a megabyte of text is no misspelling. */
const distanceOf = (name: string, candidate: string): number =>
  leven(name.slice(0, 2 * longest).toLowerCase(), candidate.toLowerCase());
