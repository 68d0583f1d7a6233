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
  { name: "words of code", text: "null" },
  { name: "digits", text: "007.50" },
  { name: "a long text", text: `${"Long enough for a column. ".repeat(160)}The end.` },
];

/** Values that mean nothing, each in its own way. */
export const nothings: readonly { readonly name: string; readonly value: string | null }[] = [
  { name: "an empty text", value: "" },
  { name: "spaces alone", value: "   " },
  { name: "null", value: null },
];

/** Moments whose day changes through errors with time zones, leap days or centuries, all from December to March. */
export const troublesomeMoments: readonly string[] = [
  "2024-02-29T10:30:00Z",
  "2024-02-29T23:59:59Z",
  "2024-03-01T00:00:00Z",
  "2024-03-01T00:30:00+02:00",
  "2024-02-28T23:30:00-05:00",
  "2023-12-31T23:59:59.999Z",
  "2000-02-29T10:30:00Z",
  "1969-12-31T10:30:00Z",
  "2038-01-19T10:30:00Z",
  "2100-03-01T10:30:00Z",
];

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
