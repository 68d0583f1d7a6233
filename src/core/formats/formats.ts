import { fullFormats } from "ajv-formats/dist/formats.js";

const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

const daysOf = (year: number, month: number): number => {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
};

const isDay = (year: number, month: number, day: number): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);

const isTimeOfDay = (hour: number, minute: number, second: number): boolean =>
  (hour <= 23 && minute <= 59 && second <= 59) || (hour === 23 && minute === 59 && second === 60);

const decimalNumber = /^-?\d+(?:\.\d+)?$/;

/** A decimal number carried as a string, for example `1840.50`. No exponent, no separators. */
export const isDecimalString = (text: string): boolean => decimalNumber.test(text);

const utcMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|\+00(?::00)?)$/;
const basicMoment = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d(?:[.,]\d+)?)?(?:Z|\+00(?:00)?)$/;

const digitAt = (text: string, index: number): number => text.charCodeAt(index) - 48;

const twoDigitsAt = (text: string, index: number): number =>
  digitAt(text, index) * 10 + digitAt(text, index + 1);

/**
 * An ISO 8601 timestamp in UTC; seconds and their fraction are optional. Parses the extended form in place, because
 * every timestamp of every answer passes here: matching with groups takes ten times as long.
 */
export const isUtcDateTime = (moment: string): boolean => {
  const isBasic = moment[4] !== "-";
  const text = isBasic ? moment.replace(basicMoment, "$1-$2-$3T$4:$5:$6Z").replace(":Z", "Z") : moment;
  if (!utcMoment.test(text)) return false;
  const year = twoDigitsAt(text, 0) * 100 + twoDigitsAt(text, 2);
  const second = text[16] === ":" ? twoDigitsAt(text, 17) : 0;
  return (
    isDay(year, twoDigitsAt(text, 5), twoDigitsAt(text, 8)) &&
    isTimeOfDay(twoDigitsAt(text, 11), twoDigitsAt(text, 14), second)
  );
};

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const month = `(?<month>${months.join("|")})`;
const time = String.raw`(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)`;
const shortWeekday = `(?<weekday>${weekdays.map((name) => name.slice(0, 3)).join("|")})`;
const httpDateForms = [
  new RegExp(String.raw`^${shortWeekday}, (?<day>\d\d) ${month} (?<year>\d{4}) ${time} GMT$`),
  new RegExp(String.raw`^(?:${weekdays.join("|")}), (?<day>\d\d)-${month}-(?<shortYear>\d\d) ${time} GMT$`),
  new RegExp(String.raw`^${shortWeekday} ${month} (?<day>[ \d]\d) ${time} (?<year>\d{4})$`),
];

const isWeekdayOf = (weekday: string | undefined, year: number, monthIndex: number, day: number): boolean =>
  weekday === undefined ||
  weekdays[new Date(Date.UTC(year, monthIndex, day)).getUTCDay()]?.startsWith(weekday) === true;

/** An HTTP date (RFC 9110, section 5.6.7): the preferred form and the two obsolete ones. */
export const isHttpDate = (text: string): boolean => {
  const parts = httpDateForms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (parts === undefined) return false;
  const year = parts["year"] === undefined ? 2000 + Number(parts["shortYear"]) : Number(parts["year"]);
  const monthIndex = months.indexOf(parts["month"] ?? "");
  const day = Number(parts["day"]);
  return (
    isDay(year, monthIndex + 1, day) &&
    isTimeOfDay(Number(parts["hour"]), Number(parts["minute"]), Number(parts["second"])) &&
    isWeekdayOf(parts["weekday"], year, monthIndex, day)
  );
};

const screamingSnakeCase = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/;

export const isErrorCode = (text: string): boolean => screamingSnakeCase.test(text);

const camelCaseSegments = /^[a-z][A-Za-z0-9]*(?:\[\d+\])*(?:\.[a-z][A-Za-z0-9]*(?:\[\d+\])*)*$/;

/** camelCase names joined by `.` or `[n]`, for example `details[0].orderId`. */
export const isCamelCasePath = (text: string): boolean => camelCaseSegments.test(text);

/** Every format that a document may name. Ajv generates the validators with it, which get it again when loaded. */
export const formats = {
  ...fullFormats,
  "decimal-string": isDecimalString,
  "utc-date-time": isUtcDateTime,
  "http-date": isHttpDate,
  "error-code": isErrorCode,
  "camel-case-path": isCamelCasePath,
};

const descriptions: Readonly<Record<string, string>> = {
  "decimal-string": "decimal string",
  "utc-date-time": "ISO 8601 UTC date-time",
  "http-date": "HTTP date",
  "error-code": "code in SCREAMING_SNAKE_CASE",
  "camel-case-path": "camelCase field name",
  date: "date (YYYY-MM-DD)",
  "date-time": "RFC 3339 date-time",
};

/** The common name of a format: `decimal string`. */
export const describeFormat = (format: string): string => descriptions[format] ?? format;
