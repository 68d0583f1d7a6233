import leven from "leven";

/** The candidate a mistyped word most likely means, or undefined when none is near. Case does not count. */
export const suggestion = (word: string, candidates: readonly string[]): string | undefined => {
  // Two swapped letters count as two; in a short word that would be anything.
  const limit = word.length < 4 ? 1 : Math.max(2, Math.floor(word.length / 3));
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: leven(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((left, right) => left.distance - right.distance);
  return ranked[0]?.candidate;
};

/** How to mend a word that is not among the known ones: the nearest of them, or all when they are few. */
export const suggestionHint = (word: string, candidates: readonly string[]): string | undefined => {
  const nearest = suggestion(word, candidates);
  if (nearest !== undefined) return `did you mean ${nearest}?`;
  return candidates.length > 0 && candidates.length <= 20 ? `known: ${candidates.join(", ")}` : undefined;
};
