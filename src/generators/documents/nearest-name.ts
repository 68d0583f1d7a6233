import leven from "leven";

/** The known name that somebody who wrote `name` most likely meant, as a hint; undefined when none is close. */
export const meantName = (name: string, known: Iterable<string>): string | undefined => {
  const ranked = [...known]
    .map((candidate) => ({ candidate, distance: leven(name.toLowerCase(), candidate.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance);
  const [best] = ranked;
  if (best === undefined || best.distance > Math.max(2, name.length / 3)) return undefined;
  return `did you mean ${best.candidate}?`;
};

/** `hint` as options of a UsageError, left out when there is none. */
export const withHint = (place: string, hint: string | undefined): { place: string; hint?: string } =>
  hint === undefined ? { place } : { place, hint };
