import { expect, test } from "vitest";
import { UsageError } from "../../../src/core/model/usage-error.ts";
import {
  assertFollows,
  byKind,
  aCount,
  keys,
  aList,
  listOfLength,
  misfitOf,
  objectByName,
  aNumber,
  oneOfThese,
  optional,
  anObject,
  storedAs,
  aText,
  aTime,
  aTruth,
  valuesOf,
} from "../../../src/core/source/rules.ts";
import { readSource } from "../../../src/core/source/source-document.ts";

const rule = anObject({
  name: aText,
  at: aTime,
  ratio: aNumber,
  pairs: aList(listOfLength(aCount, 2)),
  state: optional(oneOfThese("open", "gone")),
  names: valuesOf(aTruth),
  line: byKind({ sent: anObject({ write: aCount }), settled: anObject({}) }),
});

const whole = {
  name: "a",
  at: "2026-01-01T00:00:00Z",
  ratio: 0.5,
  pairs: [[1, 2]],
  names: { secret: true },
  line: { kind: "sent", write: 1 },
  other: "is left alone",
};

test("a value that follows its rule has no misfit", () => {
  expect(misfitOf(whole, rule)).toBeUndefined();
  expect(misfitOf({ ...whole, state: "open", line: { kind: "settled" } }, rule)).toBeUndefined();
});

test.each<readonly [string, object | null | string]>([
  ["it must be an object, not null", null],
  ["it must be an object, not string(4)", "text"],
  ["name must be text, not missing", { ...whole, name: undefined }],
  ["name must be text, not number", { ...whole, name: 1 }],
  ["at must be a time, not string(4)", { ...whole, at: "soon" }],
  ["ratio must be a number, not number", { ...whole, ratio: Number.NaN }],
  ["pairs must be a list, not object(0 keys)", { ...whole, pairs: {} }],
  ["pairs.1 must be a list of 2, not array(1)", { ...whole, pairs: [[1, 2], [3]] }],
  ["pairs.0.1 must be a whole number, not number", { ...whole, pairs: [[1, -2]] }],
  ["state must be open or gone, not string(4)", { ...whole, state: "shut" }],
  ["names.* must be true or false, not string(1)", { ...whole, names: { secret: "x" } }],
  ["line.kind must be sent or settled, not string(11)", { ...whole, line: { kind: "constructor" } }],
  ["line.write must be a whole number, not missing", { ...whole, line: { kind: "sent" } }],
])("a misfit is named by its location and its shape, and no value is: %s", (misfit, value) => {
  expect(misfitOf(value, rule)).toBe(misfit);
});

test("what a store holds is read by its rule", () => {
  const stated = anObject({ id: aText });
  expect(storedAs("a run", '{"id":"a"}', stated)).toEqual({ id: "a" });
  expect(() => storedAs("a run", "{}", stated)).toThrow(
    "the store is damaged: a run has another form: id must be text, not missing",
  );
  expect(() => storedAs("a run", "{", stated)).toThrow("the store is damaged: a run cannot be read");
});

test("what people write is read by the same rules, and every mistake has its line", () => {
  const source = readSource("size: large\nshops:\n  north: 1\nsise: 3\n", "shops.yaml");
  const shops = keys("a map", {
    shops: objectByName("a map from names to their towns", () => aText),
    size: aCount,
  });
  const refusal = (): unknown => {
    try {
      return assertFollows(source, shops);
    } catch (error) {
      return error instanceof UsageError ? [error, ...error.others].map(({ line }) => line) : error;
    }
  };
  expect(refusal()).toEqual([
    "shops.yaml:4:1: it has no key sise (did you mean size?)",
    "shops.yaml:3:3: shops.north must be text, not number",
    "shops.yaml:1:1: size must be a whole number, not string(5)",
  ]);
});
