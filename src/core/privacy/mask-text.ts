import {
  formats,
  isCamelCasePath,
  isDecimalString,
  isErrorCode,
  isHttpDate,
  isUtcDateTime,
} from "../formats/formats.ts";
import { holdsStackTrace } from "../validation/stack-trace.ts";
import type { DocumentedLocation } from "../model/documented-location.ts";
import { documentedLocations, type NamedDocuments } from "./field-names.ts";
import { madeForText } from "../model/made-once.ts";

/** Words of OAuth 2 (RFC 6749). */
const oauthWords = ["bearer", "Bearer", "password", "refresh_token", "grant_type"];

const textsOf = ({ values = [] }: DocumentedLocation): readonly string[] =>
  values.filter((value) => typeof value === "string");

/** Values named in the specification itself. They are not personal data, and verdicts of checks may depend on them. */
export const publicValuesOf = ({ documentedBodies, publicTerms }: NamedDocuments): ReadonlySet<string> =>
  new Set([
    ...[...documentedLocations(documentedBodies)].flatMap(textsOf),
    ...publicTerms.values,
    ...oauthWords,
  ]);

/** Words used in place of a hidden secret; no secret is one. */
const isPlaceholder = (text: string): boolean =>
  /^[[<(]?(?:hidden|masked|redacted|not shown)[\])>]?$/i.test(text);

const isDate = (text: string): boolean => {
  const { date } = formats;
  const ask: unknown = typeof date === "object" && "validate" in date ? date.validate : date;
  if (typeof ask !== "function") throw new Error("the format of dates is of another kind");
  return Reflect.apply(ask, undefined, [text]) === true;
};

/** What checks ask about texts, on any platform. */
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
  isPlaceholder,
];

const answers = (text: string): string => questions.map((ask) => (ask(text) ? "1" : "0")).join("");

/** Replaces letters and digits by others of their kind; punctuation and length stay. */
const written = (text: string, digit: string): string =>
  text
    .replace(/[^\x00-\x7f*•●]/g, "ø")
    // Except for the letters of a timestamp: 2026-03-04T10:11:12Z.
    .replace(/(?<!\d)T|T(?!\d)|(?<!\d)Z|Z(?!$)|[A-SU-Y]/g, "X")
    .replace(/[a-z]/g, "x")
    .replace(/\d/g, digit);

/** Samples of kinds whose letters matter. */
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

/** Masks a property name; without digits, because objects list numeric names first. */
export const maskLetters = (name: string): string =>
  name
    .replace(/[^\x00-\x7f]/g, "ø")
    .replace(/[A-Z]/g, "X")
    .replace(/[a-z\d]/g, "x");

/**
 * Masks texts: the replacement has the same kind and length class and nothing of the original, so that every question
 * of a check gets the same answer. Public values stay. Masking is idempotent.
 */
export const createTextMask = (publicValues: ReadonlySet<string>): ((text: string) => string) => {
  const answersTo = (text: string): string => `${answers(text)}${publicValues.has(text) ? "1" : "0"}`;
  const masked = madeForText((text: string): string => {
    const wanted = answersTo(text);
    for (const candidate of candidates(text)) if (answersTo(candidate) === wanted) return candidate;
    return written(text, "1");
  });
  return (text) =>
    text === "" || publicValues.has(text) || isPlaceholder(text) || /^-?0+$/.test(text) ? text : masked(text);
};
