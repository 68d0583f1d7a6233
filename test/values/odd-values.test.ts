import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  convertibleTexts,
  malformedJsonOf,
  oddDays,
  oddMoments,
  wrongTypesOf,
} from "../../src/values/odd-values.ts";

const kindOf = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "array" : typeof value;

const seasonOf = (moment: string): number => Math.floor((new Date(moment).getUTCMonth() % 12) / 3);

describe("the table of odd values", () => {
  test("names each text and each wrong type once", () => {
    for (const values of [convertibleTexts, wrongTypesOf(1), wrongTypesOf("a"), wrongTypesOf({})]) {
      expect(new Set(values.map(({ name }) => name)).size).toBe(values.length);
      expect(new Set(values.map(({ value }) => JSON.stringify(value))).size).toBe(values.length);
    }
  });

  test("has wrong types for any JSON value, each of another type", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const wrong = wrongTypesOf(value).filter((one) => value !== null || one.value !== null);
        for (const one of wrong) expect(kindOf(one.value)).not.toBe(kindOf(value));
      }),
    );
  });

  test("has texts that no JSON parser takes, whatever the object", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z]+$/), fc.jsonValue()), (value) => {
        for (const { value: text } of malformedJsonOf(value))
          expect(() => JSON.parse(text)).toThrow(SyntaxError);
      }),
    );
  });

  test("has moments and days of every season, in order, so that two of them can be a beginning and an end", () => {
    for (const moments of [oddMoments, oddDays]) {
      const instants = moments.map((moment) => Date.parse(moment));
      expect(instants).toEqual(instants.toSorted((one, other) => one - other));
    }
    expect(new Set(oddMoments.map(seasonOf)).size).toBe(4);
  });
});
