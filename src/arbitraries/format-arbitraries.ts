import * as fc from "fast-check";
import {
  isCamelCasePath,
  isDecimalString,
  isErrorCode,
  isHttpDate,
  isUtcDateTime,
} from "../core/formats/formats.ts";

/** Texts that match a format, and texts that narrowly violate it. */
export interface FormatArbitrary {
  readonly valid: fc.Arbitrary<string>;
  readonly broken: fc.Arbitrary<string>;
}

const moments = (): fc.Arbitrary<Date> =>
  fc.date({
    min: new Date("1900-01-01T00:00:00Z"),
    max: new Date("2100-01-01T00:00:00Z"),
    noInvalidDate: true,
  });

/** Amounts as the CRM writes them: `0`, `-3.5`, `1840.50`. */
const decimalString = (): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
      fc.option(fc.stringMatching(/^\d{1,4}$/), { nil: undefined }),
    )
    .map(([whole, fraction]) => (fraction === undefined ? String(whole) : `${whole}.${fraction}`));

/** Moments in UTC with and without seconds and fractions, in both spellings of the zone. */
const utcDateTime = (): fc.Arbitrary<string> =>
  fc
    .tuple(moments(), fc.constantFrom(16, 19, 23), fc.constantFrom("Z", "+00:00"))
    .map(([moment, length, zone]) => moment.toISOString().slice(0, length) + zone);

/** Dates without a time: `2025-01-06`. */
const calendarDate = (): fc.Arbitrary<string> => moments().map((moment) => moment.toISOString().slice(0, 10));

/** HTTP dates in the preferred form. */
const httpDate = (): fc.Arbitrary<string> => moments().map((moment) => moment.toUTCString());

/** Codes such as `NOT_FOUND`. */
const errorCode = (): fc.Arbitrary<string> =>
  fc.stringMatching(/^[A-Z][A-Z0-9]{0,9}(?:_[A-Z0-9]{1,9}){0,3}$/);

/** Field names such as `contactIndividualId` or `details[0].field`. */
const camelCasePath = (): fc.Arbitrary<string> =>
  fc.stringMatching(/^[a-z][A-Za-z0-9]{0,9}(?:\[\d\])?(?:\.[a-z][A-Za-z0-9]{0,9}){0,2}$/);

const notMatching = (keeps: (text: string) => boolean, almost: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(fc.constantFrom(...almost), fc.string()).filter((text) => !keeps(text));

const isCalendarDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

/** One entry for each format that the OpenAPI documents use. */
export const formatArbitraries = {
  "decimal-string": {
    valid: decimalString(),
    broken: notMatching(isDecimalString, ["", "1,840.50", "1e3", "$5", "12.", ".5", " 1", "NaN", "0x10"]),
  },
  "utc-date-time": {
    valid: utcDateTime(),
    broken: notMatching(isUtcDateTime, [
      "2025-01-06",
      "2025-01-06T09:00:00",
      "2025-01-06T09:00:00+01:00",
      "2025-01-06 09:00:00Z",
      "2025-02-30T09:00:00Z",
      "2025-01-06T25:00:00Z",
      "01/06/2025",
    ]),
  },
  date: {
    valid: calendarDate(),
    broken: notMatching(isCalendarDate, ["2025-02-30", "2025-1-6", "06.01.2025", "2025-01-06T00:00:00Z", ""]),
  },
  "http-date": {
    valid: httpDate(),
    broken: notMatching(isHttpDate, [
      "2025-01-06T09:00:00Z",
      "Mon, 06 Jan 2025 09:00:00 CET",
      "Tue, 06 Jan 2025 09:00:00 GMT",
    ]),
  },
  "error-code": {
    valid: errorCode(),
    broken: notMatching(isErrorCode, ["not_found", "Not Found", "NOT-FOUND", "_X", ""]),
  },
  "camel-case-path": {
    valid: camelCasePath(),
    broken: notMatching(isCamelCasePath, ["ContactId", "contact_id", "contact id", "a..b", ""]),
  },
} as const satisfies Record<string, FormatArbitrary>;

export type FormatName = keyof typeof formatArbitraries;
