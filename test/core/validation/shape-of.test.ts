import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  describedForm,
  shapeOf,
  shownCount,
  shownFlag,
  unlike,
} from "../../../src/core/validation/shape-of.ts";

test.for<[unknown, string]>([
  [undefined, "missing"],
  [null, "null"],
  ["", "string(0)"],
  ["Amara Exempl", "string(12)"],
  [1.5, "number"],
  [true, "boolean"],
  [[1, 2, 3], "array(3)"],
  [{ a: 1 }, "object(1 key)"],
  [{ a: 1, b: 2 }, "object(2 keys)"],
])("%j is %s", ([value, shape]) => expect(shapeOf(value)).toBe(shape));

test.for<[unknown, string]>([
  ["", "empty text"],
  ["  ", "text of spaces"],
  ["Amara Exempl", "text of 12 characters"],
  ["-12.50", "a number written as text"],
  ["False", "a yes or no written as text"],
  ["2025-01-06T09:00:00Z", "a date written as text"],
  ['{"a":1}', "JSON written as text"],
  [12, "number"],
  [{}, "object(0 keys)"],
])("%j has the form: %s", ([value, form]) => expect(describedForm(value)).toBe(form));

test("never tells anything of the value but its size", () =>
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(shapeOf(value)).toMatch(/^(?:null|number|boolean|(?:string|array)\(\d+\)|object\(\d+ keys?\))$/);
    }),
  ));

test("shows flags and counts as they are, and nothing else of a value", () =>
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(shownFlag(value)).toBe(typeof value === "boolean" ? String(value) : describedForm(value));
      const isCount = Number.isInteger(value) && Math.abs(Number(value)) < 10_000_000;
      expect(shownCount(value)).toMatch(
        isCount
          ? /^-?\d{1,7}$/
          : /^(?:a number of \d+ digits|null|number|boolean|(?:array|object)\(.*\)|empty text|text of .*|.* written as text)$/,
      );
    }),
  ));

test.for<[unknown, string]>([
  [0, "0"],
  [34, "34"],
  [9_999_999, "9999999"],
  [71_000_003, "a number of 8 digits"],
  [1.5, "number"],
  ["34", "a number written as text"],
  [undefined, "missing"],
])("%j counts as %s", ([value, shown]) => expect(shownCount(value)).toBe(shown));

test("what has the form that is expected is said to be another one", () => {
  expect(unlike("a date written as text", describedForm("2026-01-02"))).toBe("another date written as text");
  expect(unlike("text of 4 characters", describedForm("abcde"))).toBe("text of 5 characters");
  expect(describedForm("x")).toBe("text of 1 character");
});
