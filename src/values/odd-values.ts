/** The one table of values that programs are known to mishandle, by what they are; checks of any contract draw from it. */

/** A value with words that say what is special about it. */
export interface OddValue<Value = unknown> {
  readonly name: string;
  readonly value: Value;
}

/**
 * Texts that occur in records and are often stored or shown incorrectly. None has letters that share an upper case,
 * characters that compatibility normalisation replaces, or a tag: servers may legitimately change those.
 */
export const troublesomeTexts: readonly { readonly name: string; readonly text: string }[] = [
  { name: "emoji", text: "Thanks 🙂🎁👩‍👩‍👧‍👦🇳🇱 and on" },
  { name: "letters beyond 16 bits", text: "Family 𠮷田 and 𝄞 and on" },
  { name: "combining characters", text: "Zoe\u0308 S\u030cte\u030cpa\u0301nek" },
  { name: "accents", text: "Ångström Šťastný Łódź Ñuñoa" },
  { name: "mojibake", text: "CafÃ© stays CafÃ©" },
  { name: "other scripts", text: "Олена 山田 太郎 Ελένη" },
  { name: "right-to-left", text: "שלום (12) مرحبا and on" },
  { name: "apostrophes", text: "O'Neil ’twas D''Arcy 'quoted'" },
  { name: "quotation marks", text: 'the "big" one, “that” `one`' },
  { name: "signs of markup", text: "Fish & Chips, 3 < 5 > 4 &amp; more" },
  { name: "signs of queries", text: "100% of a_b -- [x] {y} ; done" },
  { name: "backslashes", text: "C:\\new\\table \\u0041 \\n and on" },
  { name: "placeholders", text: "{{name}} ${name} $1 %s {0} and on" },
  { name: "percent signs", text: "50%25 of 20%20 a+b and on" },
  { name: "line breaks", text: "first line\nsecond line\n\nlast line" },
  { name: "a long text", text: `${"Long enough for a column. ".repeat(160)}The end.` },
];

/** Texts that are a value of another kind in some notation, as which they must not be read or evaluated. */
export const convertibleTexts: readonly OddValue<string>[] = [
  { name: "words of code", value: "null" },
  { name: "digits", value: "007.50" },
  { name: "digits with zeros in front", value: "0010" },
  { name: "an exponent", value: "1e3" },
  { name: "the word true", value: "true" },
  { name: "percent signs to decode", value: "7%25 of 20%2B1%3D21" },
  { name: "digits with a fraction of zero", value: "2024.0" },
  { name: "digits with a sign", value: "+15" },
  { name: "a formula", value: "=1+1" },
  { name: "a text like a day", value: "2025-07-04" },
];

/** Values that mean nothing, each in its own way. */
export const nothings: readonly OddValue<string | null>[] = [
  { name: "an empty text", value: "" },
  { name: "spaces alone", value: "   " },
  { name: "null", value: null },
];

/**
 * Moments, in order, that errors with time zones, summer time, leap days, centuries and narrow number types move: both
 * sides of midnight in each season, and the hours that zones of Europe and America skip or repeat.
 */
export const oddMoments: readonly string[] = [
  "1969-12-31T10:30:00Z",
  "2000-02-29T10:30:00Z",
  "2023-12-31T23:59:59.999Z",
  "2024-02-28T23:30:00-05:00",
  "2024-02-29T10:30:00Z",
  "2024-03-01T00:30:00+02:00",
  "2024-02-29T23:59:59Z",
  "2024-03-01T00:00:00Z",
  "2024-07-15T10:30:00Z",
  "2024-10-27T01:30:00Z",
  "2025-01-15T00:30:00Z",
  "2025-03-09T02:30:00Z",
  "2025-03-30T02:30:00Z",
  "2025-06-30T23:30:00Z",
  "2038-01-19T10:30:00Z",
  "2100-03-01T10:30:00Z",
];

/** Days of all seasons, in order. */
export const oddDays: readonly string[] = ["2031-03-30", "2031-07-01", "2031-10-26", "2032-02-29"];

/**
 * Amounts that a narrower number type rounds or cuts off (19.99 is 1998.9999999999998 cents in binary, and 999,999,999.99
 * has more cents than 32 bits hold), a very small one, one whose sign is easily lost, and none at all.
 */
export const troublesomeAmounts: readonly number[] = [0.01, 19.99, -1_234_567.89, 999_999_999.99, 0];

/** Positions beyond the end of any list, at which narrower number types turn negative or begin again at zero. */
export const farPositions: readonly number[] = [2 ** 31, 2 ** 32, 2 ** 53 - 1];

/** Ids of no record that careless parsing confuses with `id`; empty if `id` is not a number. */
export const troublesomeIdsOf = (
  id: string | number,
): readonly { readonly name: string; readonly id: string }[] => {
  if (!/^[1-9]\d*$/.test(String(id))) return [];
  const number = BigInt(id);
  return [
    { name: "an id with letters behind it", id: `${number}abc` },
    { name: "an id that is 2^32 too large", id: String(number + 2n ** 32n) },
    { name: "an id that is 2^64 too large", id: String(number + 2n ** 64n) },
    { name: "an id with a fraction", id: `${number}.9` },
    { name: "an id below zero", id: `-${number}` },
    { name: "an id of zero", id: "0" },
    { name: "an id in hexadecimal", id: `0x${number.toString(16)}` },
    { name: "an id with another behind a comma", id: `${number},${number + 1n}` },
    { name: "an id with a NUL behind it", id: `${number}\u0000x` },
  ];
};

const isNumber = (value: unknown): value is number => typeof value === "number";

/** Values of another JSON type in place of one, as which careless parsing may still read it. */
export const wrongTypesOf = (value: unknown): readonly OddValue[] => {
  const as = (name: string, wrong: unknown): OddValue => ({ name, value: wrong });
  return [
    ...(isNumber(value)
      ? [as("as a text of digits", String(value)), as("as a text", "abc"), as("as true", true)]
      : []),
    ...(typeof value === "boolean" ? [as("as a text", String(value)), as("as a number", 7)] : []),
    ...(typeof value === "string" ? [as("as a number", 7), as("as an object", { tripact: 1 })] : []),
    ...(Array.isArray(value) ? [as("as a text", "abc"), as("as an object", { tripact: 1 })] : []),
    ...(typeof value === "object" && value !== null && !Array.isArray(value)
      ? [as("as a list", [1]), as("as a text", "abc")]
      : []),
    as("as null", null),
  ];
};

/** Texts that are no JSON (RFC 8259), though lenient parsers read the value in all but the first. */
export const malformedJsonOf = (value: object): readonly OddValue<string>[] => {
  const json = JSON.stringify(value);
  const open = json.slice(0, -1);
  return [
    { name: "cut off", value: `${open},"tripact": [` },
    { name: "in single quotes", value: json.replaceAll('"', "'") },
    { name: "with a comma at the end", value: `${open},}` },
    { name: "with a comment", value: `${open}/* a comment */}` },
    { name: "with names without quotes", value: json.replaceAll(/"([a-z]+)":/gi, "$1:") },
    // Where nothing is quoted, other quotes change nothing.
  ].filter(({ value: text }) => text !== json);
};
