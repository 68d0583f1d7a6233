import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatArbitraries } from "../../../src/arbitraries/format-arbitraries.ts";
import {
  formats,
  isCamelCasePath,
  isDecimalString,
  isErrorCode,
  isHttpDate,
  isUtcDateTime,
} from "../../../src/core/formats/formats.ts";
import { tries } from "../../nightly.ts";

describe("amounts", () => {
  test.for(["0", "-3", "1840.50", "007", "0.000"])("%s is a decimal string", (text) =>
    expect(isDecimalString(text)).toBe(true),
  );
  test.for(["", "1,840.50", "1e3", "$5", "5.", ".5", "+5", " 5", "5 ", "Infinity", "0x1"])(
    "%j is none",
    (text) => expect(isDecimalString(text)).toBe(false),
  );
});

describe("moments", () => {
  test.for([
    "2025-01-06T09:00:00Z",
    "2025-01-06T09:00Z",
    "2025-01-06T09:00:00.1234567Z",
    "2025-01-06T09:00:00+00:00",
    "2024-02-29T00:00:00Z",
    "2016-12-31T23:59:60Z",
    "0001-01-01T00:00:00Z",
    "2025-01-06T09:00:00+00",
    "20250106T090000Z",
    "20250106T0900Z",
    "20250106T090000,5+0000",
  ])("%s is in UTC", (text) => expect(isUtcDateTime(text)).toBe(true));
  test.for([
    "2025-01-06",
    "2025-01-06T09:00:00",
    "2025-01-06T09Z",
    "20250106T090060Z",
    "20250106T09:00:00Z",
    "2025-0106T090000Z",
    "20250106T090000+0100",
    "20250106090000Z",
    "2025-01-06 09:00:00Z",
    "2025-01-06T09:00:00+01:00",
    "2025-01-06T09:00:00-00:00",
    "2025-02-29T09:00:00Z",
    "2025-13-01T09:00:00Z",
    "2025-01-06T24:00:00Z",
    "2025-01-06T09:60:00Z",
    "2025-01-06T09:00:00z",
    "/Date(1736154000000)/",
  ])("%s is not", (text) => expect(isUtcDateTime(text)).toBe(false));

  test("agrees with the clock of the machine", () =>
    fc.assert(
      fc.property(
        fc.date({ noInvalidDate: true, min: new Date(0), max: new Date("9999-12-31") }),
        (moment) => {
          expect(isUtcDateTime(moment.toISOString())).toBe(true);
        },
      ),
    ));

  test("agrees with the calendar of the machine", () => {
    const padded = (part: number, width: number): string => String(part).padStart(width, "0");
    fc.assert(
      fc.property(fc.nat(9999), fc.nat(13), fc.nat(32), (year, month, day) => {
        const date = new Date(0);
        date.setUTCFullYear(year, month - 1, day);
        const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
        const text = `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}T12:00:00Z`;
        expect(isUtcDateTime(text)).toBe(exists);
      }),
      tries(300, 1000),
    );
  });
});

describe("HTTP dates", () => {
  test.for(["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"])(
    "%s",
    (text) => expect(isHttpDate(text)).toBe(true),
  );
  test.for([
    "Mon, 06 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 08:49:37 UTC",
    "Sun, 6 Nov 1994 08:49:37 GMT",
    "Sun, 31 Feb 1994 08:49:37 GMT",
    "1994-11-06T08:49:37Z",
  ])("%s is none", (text) => expect(isHttpDate(text)).toBe(false));
});

test.for(["BAD_REQUEST", "CONFLICT", "E404"])("%s is an error code", (text) =>
  expect(isErrorCode(text)).toBe(true),
);
test.for(["BadRequest", "bad_request", "BAD-REQUEST", "_BAD", "BAD__REQUEST", ""])(
  "%j is no error code",
  (text) => expect(isErrorCode(text)).toBe(false),
);

test.for(["id", "contactId", "details[0].contactId", "a[1][2].bC"])("%s is a field name", (text) =>
  expect(isCamelCasePath(text)).toBe(true),
);
test.for(["ContactId", "contact_id", "contact id", "a.", "[0].a", ""])("%j is no field name", (text) =>
  expect(isCamelCasePath(text)).toBe(false),
);

const keeps = (format: string, text: string): boolean => {
  const entry: unknown = Object.entries(formats).find(([name]) => name === format)?.[1];
  if (typeof entry === "function") return entry(text) === true;
  if (
    typeof entry === "object" &&
    entry !== null &&
    "validate" in entry &&
    typeof entry.validate === "function"
  )
    return entry.validate(text) === true;
  throw new Error(`no format ${format}`);
};

describe.for(Object.entries(formatArbitraries))("made-up values of %s", ([format, { valid, broken }]) => {
  test("keep the format", () =>
    fc.assert(
      fc.property(valid, (text) => {
        expect(keeps(format, text)).toBe(true);
      }),
    ));

  test("miss the format when they are meant to", () =>
    fc.assert(
      fc.property(broken, (text) => {
        expect(keeps(format, text)).toBe(false);
      }),
    ));
});
