import * as fc from "fast-check";
import type { SchemaView } from "./schema-view.ts";

/** Longer texts are not sent, whatever a schema allows. */
const longest = 1000;

const two = (number: number): string => String(number).padStart(2, "0");

const uuidOf = (number: number): string => {
  const digits = (number * 2_654_435_761 + 0x1234_5678).toString(16).padStart(12, "0").slice(-12);
  return `5e1f7e57-${digits.slice(0, 4)}-4${digits.slice(4, 7)}-a${digits.slice(7, 10)}-${digits}`;
};

/** A valid text of each format, different for each number. */
const byFormat: Readonly<Record<string, (number: number) => string>> = {
  date: (number) => `20${two(10 + (number % 20))}-${two(1 + (number % 12))}-${two(1 + (number % 28))}`,
  "date-time": (number) =>
    `20${two(10 + (number % 20))}-${two(1 + (number % 12))}-${two(1 + (number % 28))}T${two(number % 24)}:${two(number % 60)}:30Z`,
  time: (number) => `${two(number % 24)}:${two(number % 60)}:30Z`,
  duration: (number) => `P${1 + (number % 28)}D`,
  email: (number) => `tripact-${number}@example.org`,
  "idn-email": (number) => `tripact-${number}@example.org`,
  hostname: (number) => `host-${number}.example.org`,
  "idn-hostname": (number) => `host-${number}.example.org`,
  ipv4: (number) => `192.0.2.${1 + (number % 250)}`,
  ipv6: (number) => `2001:db8::${(1 + (number % 60_000)).toString(16)}`,
  uri: (number) => `https://example.org/tripact/${number}`,
  url: (number) => `https://example.org/tripact/${number}`,
  iri: (number) => `https://example.org/tripact/${number}`,
  "uri-reference": (number) => `/tripact/${number}`,
  "iri-reference": (number) => `/tripact/${number}`,
  "uri-template": (number) => `https://example.org/{id}/${number}`,
  uuid: uuidOf,
  guid: uuidOf,
  byte: (number) => Buffer.from(`tripact ${number}`).toString("base64"),
  "json-pointer": (number) => `/tripact/${number}`,
  "relative-json-pointer": (number) => `0/tripact/${number}`,
  regex: (number) => `^tripact${number}$`,
};

/** Valid texts at the edges of each format. */
const edges: Readonly<Record<string, readonly string[]>> = {
  date: ["2024-02-29", "1970-01-01"],
  "date-time": ["2024-02-29T23:59:59Z", "2025-06-01T12:00:00.123Z", "2025-06-01T12:00:00+02:00"],
  email: ["a.b+c@example.org"],
  uri: ["https://example.org/a%20b?c=d#e", "urn:tripact:test"],
  uuid: ["FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF"],
  byte: [""],
  ipv4: ["255.255.255.255"],
};

/** Texts that a format refuses. */
const broken: Readonly<Record<string, readonly string[]>> = {
  date: ["2025-02-30", "yesterday"],
  "date-time": ["2025-13-40T00:00:00Z", "yesterday"],
  email: ["nobody at all"],
  uri: ["no address"],
  uuid: ["not-a-uuid"],
  ipv4: ["999.1.1.1"],
  ipv6: ["no address"],
  byte: ["not base64!"],
  time: ["25:99"],
  duration: ["tomorrow"],
  hostname: ["no host!"],
};

export const brokenOf = (format: unknown): readonly string[] =>
  typeof format === "string" ? (broken[format] ?? []) : [];

interface Length {
  readonly least: number;
  readonly most: number;
}

const lengthOf = ({ keywords }: SchemaView): Length => {
  const { minLength, maxLength } = keywords;
  const least = typeof minLength === "number" ? minLength : 0;
  return { least, most: typeof maxLength === "number" ? maxLength : Infinity };
};

const fitted = (text: string, { least, most }: Length): string =>
  text.padEnd(Math.min(least, longest), "x").slice(0, most);

/** As many draws as a pattern gets to give a text of the stated length. */
const draws = 6;

const regexOf = (pattern: string): RegExp | undefined => {
  for (const flags of ["u", ""])
    try {
      return new RegExp(pattern, flags);
    } catch {
      // Written for another dialect.
    }
  return undefined;
};

const arbitraries = new Map<string, fc.Arbitrary<string>>();

/** Texts drawn from a pattern; none if it cannot be drawn from. */
const drawn = (pattern: string, seed: number, count: number): readonly string[] => {
  const regex = pattern.length > longest ? undefined : regexOf(pattern);
  if (regex === undefined) return [];
  try {
    // Reading a pattern takes longer than drawing from it.
    const arbitrary = arbitraries.get(pattern) ?? fc.stringMatching(regex, { size: "xsmall" });
    arbitraries.set(pattern, arbitrary);
    return fc.sample(arbitrary, { seed, numRuns: count });
  } catch {
    // Look-around, for example: one of the usual texts may match.
    return [];
  }
};

const usual = [
  "abc",
  "a",
  "A1",
  "ABC",
  "a-b",
  "1",
  "12",
  "123",
  "1234",
  "2025-01-06",
  "a@example.org",
  "x1y2",
  "AAA",
];

const matching = (view: SchemaView, pattern: string, number: number): readonly string[] => {
  const { least, most } = lengthOf(view);
  const all = [...drawn(pattern, number, draws), ...usual.map((text) => fitted(text, { least, most }))];
  return all.filter(({ length }) => length >= least && length <= most);
};

/**
 * Texts that probably fit, the most ordinary first. @param number makes them different from those of another number
 */
export const textsFor = (view: SchemaView, number: number): readonly string[] => {
  const { pattern, format } = view.keywords;
  if (typeof pattern === "string") return matching(view, pattern, number);
  const made = typeof format === "string" ? byFormat[format]?.(number) : undefined;
  const length = lengthOf(view);
  if (made !== undefined) return [made];
  // A short text keeps what is different.
  // Nor has it a sign that names of many kinds forbid.
  return [fitted(length.most < 12 ? `${number % 10 ** length.most}` : `tripact${number}`, length)];
};

/** Texts that programs have failed on, with words that say what is special about them. */
const troublesome: readonly (readonly [what: string, text: string])[] = [
  ["with an emoji", "Zoë – \u{1F600}"],
  ["with quotes and brackets", `'";--<b>`],
  ["with a percent sign", "100%"],
  ["with a NUL character", "a\u0000b"],
  ["as a space", " "],
];

const atTheEdge = (text: string): readonly [what: string, text: string] => [
  "at the edge of what its schema allows",
  text,
];

/** Texts at the edges of what is allowed, and an arbitrary one, each with its words. */
export const edgesFor = (
  view: SchemaView,
  number: number,
): readonly (readonly [what: string, text: string])[] => {
  const { pattern, format } = view.keywords;
  if (typeof pattern === "string")
    return matching(view, pattern, number + 1)
      .slice(0, 3)
      .map(atTheEdge);
  if (typeof format === "string" && byFormat[format] !== undefined)
    return (edges[format] ?? []).map(atTheEdge);
  const { least, most } = lengthOf(view);
  if (least > longest) return [];
  return [
    atTheEdge("x".repeat(least)),
    ...(most <= longest ? [atTheEdge("x".repeat(most))] : []),
    ...troublesome.filter(([, text]) => text.length >= least && text.length <= most),
    ...fc
      .sample(fc.string({ unit: "grapheme", minLength: least, maxLength: Math.min(most, least + 20) }), {
        seed: number,
        numRuns: 1,
      })
      .map(atTheEdge),
  ].filter(([, text]) => [...text].length >= least && text.isWellFormed());
};

/** Texts just beyond what is allowed, each with its words. */
export const wrongTextsFor = (view: SchemaView): readonly (readonly [what: string, text: string])[] => {
  const { pattern, format } = view.keywords;
  const { least, most } = lengthOf(view);
  return [
    ...(least > 0 ? [["shorter than `minLength`", "x".repeat(Math.min(least, longest) - 1)] as const] : []),
    ...(most <= longest ? [["longer than `maxLength`", "x".repeat(most + 1)] as const] : []),
    ...brokenOf(format).map((text) => [`no ${String(format)}`, text] as const),
    ...(typeof pattern === "string"
      ? ["", "!", "§ §", "0", "-", "a b"].map(
          (text) => ["against its `pattern`", fitted(text, { least, most })] as const,
        )
      : []),
  ];
};
