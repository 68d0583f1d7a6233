type Rule = readonly [form: RegExp, defect: string];

const decimalRules: readonly Rule[] = [
  [/^$/, "is empty"],
  [/\p{Sc}/u, "has a currency sign"],
  [/^[-+]?\d+(?:\.\d+)?[eE][-+]?\d+$/, "has an exponent"],
  [/(?![eE])\p{L}|[eE](?![-+]?\d)/u, "has letters"],
  [/\d[.,' \u00a0\u202f]\d{3}(?:\D|$).*\d/u, "has thousands separators"],
  [/,\d{1,2}(?:\D|$)/, "has a comma for the decimal point"],
  [/^\s|\s$/, "has spaces around it"],
  [/^\+/, "has a plus sign"],
  [/^-?\.|\.$/, "lacks digits beside the decimal point"],
];

const dayFirst = /^\d{4}-\d\d-\d\d/;

const momentRules: readonly Rule[] = [
  [/^$/, "is empty"],
  [/^[-+]?\d+(?:\.\d+)?$/, "is a plain number"],
  [/^(?!\d{4}-\d\d-\d\d)/, "does not begin with YYYY-MM-DD"],
  [/^.{10}$/, "has no time"],
  [/^.{10} /, "has a space for the T"],
  [/^.{10}.*(?:[-+](?!00:00$)\d\d(?::?\d\d)?)$/, "has another zone than UTC"],
  [/^.{11}[\d:.,]*$/, "has no zone"],
];

const dateRules: readonly Rule[] = [
  [/^$/, "is empty"],
  [/^[-+]?\d+$/, "is a plain number"],
  [/^\d{4}-\d\d-\d\d[T ]/, "has a time"],
  [/^(?!\d{4}-\d\d-\d\d)/, "does not begin with YYYY-MM-DD"],
];

const httpDateRules: readonly Rule[] = [
  [/^$/, "is empty"],
  [/^[-+]\d+$/, "has a sign"],
  [/^\d+[.,]\d+$/, "has a decimal fraction"],
  [dayFirst, "is in ISO 8601"],
];

const rules: Readonly<Record<string, readonly Rule[]>> = {
  "decimal-string": decimalRules,
  "utc-date-time": momentRules,
  date: dateRules,
  "http-date": httpDateRules,
};

/** Longer texts have none of these forms. */
const longest = 64;

const fractionOf = (format: string, text: string): readonly string[] => {
  const digits = format === "utc-date-time" ? /:\d\d[.,](\d+)/.exec(text)?.[1] : undefined;
  return digits === undefined
    ? []
    : [`has ${digits.length} fractional ${digits.length === 1 ? "digit" : "digits"}`];
};

/** The formal defects of an amount or a timestamp, without its value: `has no zone, has 7 fractional digits`. */
export const formatDefect = (format: string, text: string): string | undefined => {
  const known = rules[format];
  if (known === undefined) return undefined;
  if (text.length > longest) return "is too long";
  const defects = known.flatMap(([form, defect]) => (form.test(text) ? [defect] : []));
  const [first] = defects;
  if (first === undefined) return dayFirst.test(text) ? "is not a valid date and time" : undefined;
  if (format !== "decimal-string") return [first, ...fractionOf(format, text)].join(", ");
  return defects.join(", ");
};
