import * as fc from "fast-check";
import { expect, test } from "vitest";
import { formatDefect } from "../../../src/core/formats/format-defect.ts";
import type { formats } from "../../../src/core/formats/formats.ts";

test.for<[format: string, text: string, defect: string | undefined]>([
  ["decimal-string", "$1840.50", "has a currency sign"],
  ["decimal-string", "1840.50 EUR", "has letters"],
  ["decimal-string", "1,840.50", "has thousands separators"],
  [
    "decimal-string",
    "€1 840,50",
    "has a currency sign, has thousands separators, has a comma for the decimal point",
  ],
  ["decimal-string", "60,00", "has a comma for the decimal point"],
  ["decimal-string", "1.8405e+3", "has an exponent"],
  ["decimal-string", "+60.00", "has a plus sign"],
  ["decimal-string", ".50", "lacks digits beside the decimal point"],
  ["decimal-string", "", "is empty"],
  ["decimal-string", "1".repeat(65), "is too long"],
  ["utc-date-time", "2020-02-29T10:30:00.1234567", "has no zone, has 7 fractional digits"],
  ["utc-date-time", "2020-02-29T10:30:00", "has no zone"],
  ["utc-date-time", "2020-02-29T10:30:00+02:00", "has another zone than UTC"],
  ["utc-date-time", "2020-02-29T10:30:00.5-0730", "has another zone than UTC, has 1 fractional digit"],
  ["utc-date-time", "2020-02-29 10:30:00Z", "has a space for the T"],
  ["utc-date-time", "2020-02-29", "has no time"],
  ["utc-date-time", "29.02.2020 10:30", "does not begin with YYYY-MM-DD"],
  ["utc-date-time", "1582972200000", "is a plain number"],
  ["utc-date-time", "2021-02-29T10:30:00Z", "is not a valid date and time"],
  ["date", "2020-02-29T00:00:00", "has a time"],
  ["date", "02/29/2020", "does not begin with YYYY-MM-DD"],
  ["date", "2021-02-29", "is not a valid date and time"],
  ["http-date", "2020-02-29T10:30:00Z", "is in ISO 8601"],
  ["http-date", "1.5", "has a decimal fraction"],
  ["email", "nobody", undefined],
])("as a %s, %j %s", ([format, text, defect]) => expect(formatDefect(format, text)).toBe(defect));

test("says nothing of the value", () =>
  fc.assert(
    fc.property(
      fc.constantFrom("decimal-string", "utc-date-time", "date", "http-date"),
      fc.oneof(fc.string(), fc.stringMatching(/^[-+$€ ,.:TZe0-9]{0,30}$/)),
      (format, text) => {
        const defect = formatDefect(format as keyof typeof formats, text) ?? "";
        expect(defect.replace(/has \d{1,2} fractional digits?/, "")).toMatch(
          /^[A-Za-z -]*(?:, [A-Za-z ]*)*(?:ISO 8601)?$/,
        );
      },
    ),
  ));
