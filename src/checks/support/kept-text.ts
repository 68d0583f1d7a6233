import { isGone } from "./json.ts";

/** A text as it may be stored: composed or not, with any line breaks, without outer spaces. */
const stored = (text: string): string => text.normalize("NFC").replaceAll(/\r\n?/g, "\n").trim();

/** Whether a text is as sent, except for trimming, normalisation and line breaks. */
export const isKept = (sent: string, shown: unknown): boolean =>
  stored(sent) === ""
    ? isGone(shown) || shown === sent
    : typeof shown === "string" && stored(shown) === stored(sent);

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  "#x27": "'",
};

/** The text of a piece of HTML. */
const plainOf = (html: string): string =>
  html
    .replaceAll(/<\/?[a-z][^>]*>/gi, " ")
    .replaceAll(/&(#?\w+);/g, (entity, name: string) => entities[name.toLowerCase()] ?? entity);

/** Only letters, marks, digits and symbols beyond ASCII, in one case. */
const folded = (text: string): string =>
  text
    .normalize("NFC")
    .toUpperCase()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/gu, "");

/** How a target shows a text: unchanged, or the same words in its own way. */
export type Manner = "as it is" | "in its own way";

/** The manner in which an ordinary text is shown; undefined if it is shown as something else. */
export const mannerOf = (sent: string, shown: unknown): Manner | undefined => {
  if (typeof shown !== "string") return undefined;
  if (isKept(sent, shown)) return "as it is";
  return folded(plainOf(shown)) === folded(sent) ? "in its own way" : undefined;
};

/** Whether a text is shown as sent, in the manner of an ordinary one. */
export const isShownAs = (sent: string, shown: unknown, manner: Manner): boolean => {
  if (manner === "as it is" || isKept(sent, shown)) return isKept(sent, shown);
  if (typeof shown !== "string") return false;
  return [shown, plainOf(shown)].some((text) => folded(text) === folded(sent));
};

/** Whether a number is as sent, or rounded to fewer decimals. */
export const isSameAmount = (sent: number, shown: unknown): boolean => {
  const number = typeof shown === "string" ? Number(shown.replaceAll(/[^\d.-]/g, "")) : shown;
  if (typeof number !== "number" || Number.isNaN(number)) return false;
  return (
    [0, 1, 2, 3, 4, 20].some((decimals) => Number(sent.toFixed(decimals)) === number) ||
    Math.trunc(sent) === number
  );
};
