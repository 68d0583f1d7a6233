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

const amountIn = (shown: unknown): number =>
  typeof shown === "string" && /\d/.test(shown)
    ? Number(shown.replaceAll(/[^\d.-]/g, ""))
    : typeof shown === "number"
      ? shown
      : Number.NaN;

/** Whether a number is as sent, or rounded to fewer decimals, but not to fewer than those that are kept. */
export const isSameAmount = (sent: number, shown: unknown, kept = 0): boolean => {
  const number = amountIn(shown);
  return (
    [0, 1, 2, 3, 4, 20].some((decimals) => decimals >= kept && Number(sent.toFixed(decimals)) === number) ||
    (kept === 0 && Math.trunc(sent) === number)
  );
};

/** The decimals that a field keeps, by how it shows an amount. */
export const keptDecimals = (sent: number, shown: unknown): number =>
  amountIn(shown) === sent ? (String(sent).split(".")[1]?.length ?? 0) : 0;

const [minute, day] = [60_000, 86_400_000];

/** The instant of an ISO 8601 text with a time and a zone. */
export const instantOf = (value: unknown): number =>
  typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(?:Z|[+-]\d\d:?\d\d)$/.test(value)
    ? Date.parse(value)
    : Number.NaN;

/** Whether a shown moment is another one than was sent: neither the same minute nor a beginning or end of its day. */
export const isAnotherMoment = (sent: unknown, shown: unknown): boolean => {
  const [was, is] = [instantOf(sent), instantOf(shown)];
  if (Number.isNaN(was) || Number.isNaN(is) || Math.abs(is - was) < minute) return false;
  const isDayInUtc = is % day === 0 && Math.abs(is - was) < 2 * day;
  // Zones differ by quarters of an hour; a day may end with its last minute, second or millisecond.
  const isNear = (midnight: number): boolean =>
    midnight % (15 * minute) === 0 && Math.abs(midnight - was) < day;
  const isBeginning = is <= was && isNear(is);
  const isEnd = is > was && is % (15 * minute) >= 14 * minute && isNear(Math.floor(is / minute + 1) * minute);
  return !isDayInUtc && !isBeginning && !isEnd;
};
