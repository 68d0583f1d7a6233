import leven from "leven";
import { printable } from "./escape.ts";

/** Limit of compared characters: a megabyte of text is no misspelling. */
const longest = 120;

const distance = (word: string, candidate: string): number =>
  leven(word.slice(0, longest).toLowerCase(), candidate.slice(0, longest).toLowerCase());

const lettersOf = (word: string): string => [...word.toLowerCase()].toSorted().join("");

/** Two changes match anything in a short word, unless they are two swapped letters. */
const limitFor = (word: string, candidate: string): number => {
  const length = Math.min(word.length, longest);
  if (length >= 6) return Math.max(2, Math.floor(length / 3));
  return length >= 4 && lettersOf(word) === lettersOf(candidate) ? 2 : 1;
};

/** The candidate nearest to a mistyped word, ignoring case; undefined if none is near. */
export const nearestTo = (word: string, candidates: Iterable<string>): string | undefined => {
  let nearest: { readonly candidate: string; readonly distance: number } | undefined;
  for (const candidate of candidates) {
    const away = distance(word, candidate);
    if (away <= limitFor(word, candidate) && away < (nearest?.distance ?? Infinity))
      nearest = { candidate, distance: away };
  }
  return nearest?.candidate;
};

/** Fewer letters begin many words by chance. */
const fewestLetters = 3;

/** The most likely candidate: the nearest, or else the only one that begins with the word; undefined if there is none. */
export const suggestion = (word: string, candidates: Iterable<string>): string | undefined => {
  const all = [...new Set(candidates)];
  const [begun, ...others] = all.filter((one) => one.toLowerCase().startsWith(word.toLowerCase()));
  return nearestTo(word, all) ?? (others.length === 0 && word.length >= fewestLetters ? begun : undefined);
};

/** The most likely candidate as a question; undefined if there is none. */
export const didYouMean = (word: string, candidates: Iterable<string>): string | undefined => {
  const nearest = suggestion(word, candidates);
  return nearest === undefined ? undefined : `did you mean ${printable(nearest)}?`;
};

/** A hint for an unknown word: the most likely known one, or all if they are few. */
export const suggestionHint = (word: string, known: readonly string[]): string | undefined =>
  didYouMean(word, known) ??
  (known.length > 0 && known.length <= 20 ? `known: ${known.map(printable).join(", ")}` : undefined);
