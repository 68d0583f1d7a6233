import {
  formats,
  isCamelCasePath,
  isDecimalString,
  isErrorCode,
  isHttpDate,
  isUtcDateTime,
} from "../formats/formats.ts";
import { holdsStackTrace } from "../validation/stack-trace.ts";
import { isPlaceholder, listedValues } from "./listed-values.ts";

const isDate = (text: string): boolean => {
  const { date } = formats;
  const ask: unknown = typeof date === "object" && "validate" in date ? date.validate : date;
  if (typeof ask !== "function") throw new Error("the format of dates is of another kind");
  return Reflect.apply(ask, undefined, [text]) === true;
};

/** What checks ask of a text. */
const questions: readonly ((text: string) => boolean)[] = [
  isDecimalString,
  isUtcDateTime,
  isDate,
  isHttpDate,
  isErrorCode,
  isCamelCasePath,
  holdsStackTrace,
  (text) => /^-?0+$/.test(text.trim()),
  (text) => /^-?\d+$/.test(text.trim()),
  (text) => /^bearer$/i.test(text),
  (text) => listedValues.has(text),
  isPlaceholder,
];

const answers = (text: string): string => questions.map((ask) => (ask(text) ? "1" : "0")).join("");

/** Letters and digits give way to others of their kind; what stands between them stays, and so does the length. */
const written = (text: string, digit: string): string =>
  text
    .replace(/[^\x00-\x7f*•●]/g, "ø")
    // But for the letters of a moment: 2026-03-04T10:11:12Z.
    .replace(/(?<!\d)T|T(?!\d)|(?<!\d)Z|Z(?!$)|[A-SU-Y]/g, "X")
    .replace(/[a-z]/g, "x")
    .replace(/\d/g, digit);

/** Texts of kinds whose letters mean something. */
const stock: readonly string[] = [
  "Sat, 01 Jan 2000 00:00:00 GMT",
  "Saturday, 01-Jan-00 00:00:00 GMT",
  "Sat Jan  1 00:00:00 2000",
  " at Xxxx.Xxxx.Xxxx(Xxxx xxxx)",
  "bearer",
];

const candidates = function* (text: string): Generator<string> {
  yield written(text, "1");
  if (text.endsWith("+00:00")) yield `${written(text.slice(0, -6), "1")}+00:00`;
  yield written(text, "9");
  yield written(text, "0");
  yield* stock;
};

/**
 * A name of a property that may be somebody's data: nobody asks what kind of text it is. It holds no digit, since an
 * object tells names that are numbers before all others.
 */
export const maskLetters = (name: string): string =>
  name
    .replace(/[^\x00-\x7f]/g, "ø")
    .replace(/[A-Z]/g, "X")
    .replace(/[a-z\d]/g, "x");

const longestKnown = 200;
const known = new Map<string, string>();
const mostKnown = 2_000;

/**
 * A text of the same kind and length class that holds nothing of it: every question that a check asks of a text gets
 * the same answer. Values that the specification lists stay. Masking a masked text changes nothing.
 */
export const maskText = (text: string): string => {
  if (text === "" || listedValues.has(text) || isPlaceholder(text) || /^-?0+$/.test(text)) return text;
  const before = text.length <= longestKnown ? known.get(text) : undefined;
  if (before !== undefined) return before;
  const wanted = answers(text);
  let masked = written(text, "1");
  for (const candidate of candidates(text))
    if (answers(candidate) === wanted) {
      masked = candidate;
      break;
    }
  if (text.length <= longestKnown && known.size < mostKnown) known.set(text, masked);
  return masked;
};
