import leven from "leven";

/** The candidate that a mistyped word most likely stood for, or undefined when none is near. */
export const closest = (word: string, candidates: readonly string[]): string | undefined => {
  const near = candidates
    .map((candidate) => ({ candidate, distance: leven(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.max(1, candidate.length / 3))
    .toSorted((one, other) => one.distance - other.distance);
  return near[0]?.candidate;
};
