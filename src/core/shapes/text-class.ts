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
] as const;

export type TextClass = (typeof textClasses)[number];

const index = (name: TextClass): number => textClasses.indexOf(name);

const empty = index("empty");
const text = index("text");
const decimal = index("decimal");
const date = index("date");
const utcDateTime = index("utc-date-time");
const offsetDateTime = index("offset-date-time");
const localDateTime = index("local-date-time");
const httpDate = index("http-date");
const uuid = index("uuid");
const email = index("email");
const uri = index("uri");
const booleanText = index("boolean-text");
const groupedNumber = index("grouped-number");

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
  let at = 20;
  while (isDigit(value.charCodeAt(at))) at += 1;
  return at > 20 ? at : 0;
};

const isOffset = (value: string, at: number): boolean => {
  const sign = value.charCodeAt(at);
  if ((sign !== plus && sign !== dash) || !areDigits(value, at + 1, at + 3)) return false;
  const rest = value.length - at;
  if (rest === 6) return value.charCodeAt(at + 3) === colon && areDigits(value, at + 4, at + 6);
  return rest === 3 || (rest === 5 && areDigits(value, at + 3, at + 5));
};

const dateTimeClass = (value: string): number => {
  const separator = value.charAt(10);
  const end = separator === "T" || separator === " " ? endOfTime(value) : 0;
  if (end === 0) return text;
  if (end === value.length) return localDateTime;
  if (value.length === end + 1) return value.charAt(end) === "Z" ? utcDateTime : text;
  if (!isOffset(value, end)) return text;
  return value.endsWith("+00:00") ? utcDateTime : offsetDateTime;
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

const grouped = /^-?[$€£]?-?\s?\d{1,3}(?:[,\s]\d{3})*(?:\.\d+)?$/;

const numberLike = (value: string): number => {
  if (value.length >= 10 && isDate(value)) return value.length === 10 ? date : dateTimeClass(value);
  if (isDecimal(value)) return decimal;
  return value.length <= 24 && grouped.test(value) ? groupedNumber : text;
};

const uuidForm = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const emailForm = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const httpDateForm = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;
const uriForm = /^https?:\/\/\S+$/i;

const wordLike = (value: string): number => {
  const { length } = value;
  if (length === 29 && value.charCodeAt(3) === comma && httpDateForm.test(value)) return httpDate;
  if (length > 8 && value.indexOf("://") > 0) return uriForm.test(value) ? uri : text;
  if (length <= 254 && value.indexOf("@") > 0 && emailForm.test(value)) return email;
  if (length <= 5 && /^(?:true|false)$/i.test(value)) return booleanText;
  return text;
};

/** The index of a text's class in `textClasses`. Examines few characters, because it is called for every text. */
export const textClassOf = (value: string): number => {
  const { length } = value;
  if (length === 0) return empty;
  if (length === 36 && value.charCodeAt(8) === dash && uuidForm.test(value)) return uuid;
  const first = value.charCodeAt(0);
  if (isDigit(first) || first === dash || first === 36 || first > 127) {
    const found = numberLike(value);
    if (found !== text) return found;
  }
  return wordLike(value);
};
