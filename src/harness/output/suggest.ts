import leven from "leven";
import { printable } from "./escape.ts";

/** Only so much of a word is compared: a megabyte of text is no misspelling. */
const longest = 120;

const distance = (word: string, candidate: string): number =>
  leven(word.slice(0, longest).toLowerCase(), candidate.slice(0, longest).toLowerCase());

/** The candidate that a mistyped word most likely means, or undefined when none is near. Case does not count. */
export const suggestion = (word: string, candidates: Iterable<string>): string | undefined => {
  // Two swapped letters count as two; in a short word that would be anything.
  const length = Math.min(word.length, longest);
  const limit = length < 4 ? 1 : Math.max(2, Math.floor(length / 3));
  let nearest: { readonly candidate: string; readonly distance: number } | undefined;
  for (const candidate of candidates) {
    const away = distance(word, candidate);
    if (away <= limit && away < (nearest?.distance ?? Infinity)) nearest = { candidate, distance: away };
  }
  return nearest?.candidate;
};

/** The nearest candidate as a question; undefined when none is near. */
export const didYouMean = (word: string, candidates: Iterable<string>): string | undefined => {
  const nearest = suggestion(word, candidates);
  return nearest === undefined ? undefined : `did you mean ${printable(nearest)}?`;
};

/** How to fix a word that is not among the known ones: the nearest of them, or all when they are few. */
export const suggestionHint = (word: string, known: readonly string[]): string | undefined =>
  didYouMean(word, known) ??
  (known.length > 0 && known.length <= 20 ? `known: ${known.map(printable).join(", ")}` : undefined);
