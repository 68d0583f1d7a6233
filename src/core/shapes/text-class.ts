/** The look of a text, never its content. The order is that of the counters in stored shapes: append only. */
export const textClasses = [
  "empty",
  "text",
  "decimal",
  "date",
  "utc-date-time",
  "offset-date-time",
  "local-date-time",
  "http-date",
  "uuid",
  "email",
  "uri",
  "boolean-text",
  "grouped-number",
  "money",
  "us-date",
] as const;

export type TextClass = (typeof textClasses)[number];

// Every class is a key.
const index = Object.fromEntries(textClasses.map((name, place) => [name, place])) as Record<
  TextClass,
  number
>;

const zero = 48;
const nine = 57;
const dash = 45;
const dot = 46;
const comma = 44;
const colon = 58;
const plus = 43;

const isDigit = (code: number): boolean => code >= zero && code <= nine;

const areDigits = (value: string, from: number, to: number): boolean => {
  for (let at = from; at < to; at += 1) if (!isDigit(value.charCodeAt(at))) return false;
  return true;
};

const isDate = (value: string): boolean =>
  value.charCodeAt(4) === dash &&
  value.charCodeAt(7) === dash &&
  areDigits(value, 0, 4) &&
  areDigits(value, 5, 7) &&
  areDigits(value, 8, 10);

/** The end of a time of day that begins at 11: after the minutes, the seconds or their fraction; 0 for none. */
const endOfTime = (value: string): number => {
  if (value.charCodeAt(13) !== colon || !areDigits(value, 11, 13) || !areDigits(value, 14, 16)) return 0;
  if (value.charCodeAt(16) !== colon) return 16;
  if (!areDigits(value, 17, 19)) return 0;
  const code = value.charCodeAt(19);
  if (code !== dot && code !== comma) return 19;
  let end = 20;
  while (isDigit(value.charCodeAt(end))) end += 1;
  return end > 20 ? end : 0;
};

const isOffset = (value: string, from: number): boolean => {
  const sign = value.charCodeAt(from);
  if ((sign !== plus && sign !== dash) || !areDigits(value, from + 1, from + 3)) return false;
  const rest = value.length - from;
  if (rest === 6) return value.charCodeAt(from + 3) === colon && areDigits(value, from + 4, from + 6);
  return rest === 3 || (rest === 5 && areDigits(value, from + 3, from + 5));
};

const dateTimeClass = (value: string): number => {
  const separator = value.charAt(10);
  const end = separator === "T" || separator === " " ? endOfTime(value) : 0;
  if (end === 0) return index.text;
  if (end === value.length) return index["local-date-time"];
  if (value.length === end + 1) return value.charAt(end) === "Z" ? index["utc-date-time"] : index.text;
  if (!isOffset(value, end)) return index.text;
  return value.endsWith("+00:00") ? index["utc-date-time"] : index["offset-date-time"];
};

/** Digits with an optional sign and one point between them. */
const isDecimal = (value: string): boolean => {
  const from = value.charCodeAt(0) === dash ? 1 : 0;
  let dots = 0;
  for (let at = from; at < value.length; at += 1) {
    const code = value.charCodeAt(at);
    if (code === dot && dots === 0 && at > from && at < value.length - 1) dots = 1;
    else if (!isDigit(code)) return false;
  }
  return value.length > from;
};

const grouped = /^-?\d{1,3}(?:[,\s]\d{3})*(?:\.\d+)?$/;
/** `$250.00`, `-$1,200` or `€ 5`. */
const moneyForm = /^-?[$€£]-?\s?(?:\d{1,3}(?:[,\s]\d{3})+|\d+)(?:\.\d+)?$/;
/** `11/29/2026` and `9/4/1998`: the month, the day, the year. */
const usDateForm = /^(?:0?[1-9]|1[0-2])\/(?:0?[1-9]|[12]\d|3[01])\/\d{4}$/;

const numberLike = (value: string): number => {
  if (value.length >= 10 && isDate(value)) return value.length === 10 ? index.date : dateTimeClass(value);
  if (isDecimal(value)) return index.decimal;
  if (value.length > 24) return index.text;
  if (grouped.test(value)) return index["grouped-number"];
  if (moneyForm.test(value)) return index.money;
  return usDateForm.test(value) ? index["us-date"] : index.text;
};

const uuidForm = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const emailForm = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const httpDateForm = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;
const uriForm = /^https?:\/\/\S+$/i;

const wordLike = (value: string): number => {
  const { length } = value;
  if (length === 29 && value.charCodeAt(3) === comma && httpDateForm.test(value)) return index["http-date"];
  if (length > 8 && value.indexOf("://") > 0) return uriForm.test(value) ? index.uri : index.text;
  if (length <= 254 && value.indexOf("@") > 0 && emailForm.test(value)) return index.email;
  if (length <= 5 && /^(?:true|false)$/i.test(value)) return index["boolean-text"];
  return index.text;
};

/** The index of a text's class in `textClasses`. Examines few characters, because it is called for every text. */
export const textClassOf = (value: string): number => {
  const { length } = value;
  if (length === 0) return index.empty;
  if (length === 36 && value.charCodeAt(8) === dash && uuidForm.test(value)) return index.uuid;
  const first = value.charCodeAt(0);
  if (isDigit(first) || first === dash || first === 36 || first > 127) {
    const found = numberLike(value);
    if (found !== index.text) return found;
  }
  return wordLike(value);
};
