import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  boundsOfNumberClass,
  describeNumberClass,
  numberClassOf,
  sizeClassOf,
} from "../../../src/core/shapes/size-class.ts";
import { textClasses } from "../../../src/core/shapes/text-class.ts";
import { convert } from "../../../src/sandbox/likeness/convert.ts";
import { invent, pickShare } from "../../../src/sandbox/likeness/invent.ts";
import { describeTrait, type Trait, traitOf } from "../../../src/sandbox/likeness/trait.ts";
import { leaf } from "./kit.ts";

const forms = textClasses.map((form): Trait => `string ${form}`);
const plain: readonly Trait[] = ["absent", "null", "boolean", "integer", "number", "array", "object"];

test("an invented value has the trait that was asked for, and is the same for the same seed and name", () => {
  fc.assert(
    fc.property(fc.constantFrom(...forms, ...plain), fc.nat(), fc.string(), (trait, seed, name) => {
      const value = invent(leaf(), trait, seed, name);
      expect(traitOf(value)).toBe(trait);
      expect(invent(leaf(), trait, seed, name)).toEqual(value);
    }),
  );
});

test("an invented text is as long as those that were counted", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4000 }), fc.nat(), (length, seed) => {
      const node = leaf({ lengths: { [describeNumberClass(sizeClassOf(length))]: 1 } });
      expect(sizeClassOf(String(invent(node, "string text", seed, "x")).length)).toBe(sizeClassOf(length));
    }),
  );
});

test("the bounds of a described class hold the numbers of that class alone", () => {
  fc.assert(
    fc.property(fc.integer({ min: -(2 ** 29), max: 2 ** 29 }), (value) => {
      const bounds = boundsOfNumberClass(describeNumberClass(numberClassOf(value)));
      expect(bounds?.least).toBeLessThanOrEqual(value);
      expect(bounds?.most).toBeGreaterThanOrEqual(value);
      expect([bounds?.least, bounds?.most].map((bound) => numberClassOf(bound ?? Number.NaN))).toEqual([
        numberClassOf(value),
        numberClassOf(value),
      ]);
    }),
  );
  expect(boundsOfNumberClass("many")).toBeUndefined();
});

test("a trait is picked as often as its share says", () => {
  const shares = [
    { trait: "null", share: 0.25 },
    { trait: "integer", share: 0.75 },
  ] as const;
  expect([0, 0.2, 0.25, 0.9, 0.999].map((at) => pickShare(shares, at))).toEqual([
    "null",
    "null",
    "integer",
    "integer",
    "integer",
  ]);
  expect(pickShare([], 0.5)).toBeUndefined();
});

const converted = (value: unknown, trait: Trait): unknown =>
  convert(value, trait, { node: leaf(), seed: 1, name: "x" });

test("a value in another form says the same", () => {
  const moment = "2024-02-29T23:30:00.000Z";
  expect(converted(moment, "string date")).toBe("2024-02-29");
  expect(converted(moment, "string local-date-time")).toBe("2024-02-29T23:30:00");
  expect(converted(moment, "string offset-date-time")).toBe("2024-02-29T18:30:00-05:00");
  expect(converted(moment, "string http-date")).toBe("Thu, 29 Feb 2024 23:30:00 GMT");
  expect(converted(moment, "string us-date")).toBe("2/29/2024");
  expect(converted(1234.5, "string grouped-number")).toBe("1,234.50");
  expect(["250", -1234.5, 0].map((amount) => converted(amount, "string money"))).toEqual([
    "$250.00",
    "-$1,234.50",
    "$0.00",
  ]);
  expect(converted("12.50", "number")).toBe(12.5);
  expect(converted(7, "string decimal")).toBe("7");
  expect(converted(true, "string boolean-text")).toBe("true");
});

test("a moment in another form is the same moment", () => {
  const moments = fc.date({ min: new Date(0), max: new Date("2090-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(moments, (moment) => {
      const seconds = new Date(Math.floor(moment.getTime() / 1000) * 1000);
      for (const trait of ["string offset-date-time", "string http-date", "string utc-date-time"] as const)
        expect(Date.parse(String(converted(seconds.toISOString(), trait)))).toBe(seconds.getTime());
    }),
  );
});

test("a value with a new trait has it, whatever it was", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(...forms, ...plain), (value, trait) => {
      expect(traitOf(converted(value, trait))).toBe(trait);
    }),
  );
});

test("traits are described for people", () => {
  expect(
    (["absent", "integer", "string text", "string date", "string unlisted"] as const).map(describeTrait),
  ).toEqual(["absent", "integer", "text", "text (date)", "a value that is not listed"]);
});
