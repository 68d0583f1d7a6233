import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { mostEntries, ownKeywords } from "../../../src/documents/schemas/ajv-keywords.ts";

const ajvWith = (keywords: typeof ownKeywords | readonly []): Ajv2020 => {
  const ajv = new Ajv2020({ allErrors: true, strict: false, messages: false });
  for (const keyword of keywords) ajv.removeKeyword(String(keyword.keyword)).addKeyword(keyword);
  return ajv;
};

const complaintsOf = (ajv: Ajv2020, schema: object, value: unknown): unknown => {
  const validate = ajv.compile(schema);
  return validate(value) ? [] : validate.errors;
};

const listOf = (size: number, broken: number): readonly unknown[] =>
  Array.from({ length: size }, (_, index) => (index === broken ? "x" : index));

describe("an array is judged", () => {
  const schema = { type: "array", items: { type: "integer" }, maxItems: mostEntries + 500 };
  const ours = (value: unknown): unknown => complaintsOf(ajvWith(ownKeywords), schema, value);
  const theirs = (value: unknown): unknown => complaintsOf(ajvWith([]), schema, value);

  test.for([
    ["with nothing in it", []],
    ["as far as the thousandth entry", listOf(mostEntries + 1, mostEntries - 1)],
    ["by its whole length", listOf(mostEntries + 501, -1)],
  ] as const)("%s as Ajv judges it", ([, value]) => expect(ours(value)).toEqual(theirs(value)));

  test("no further than that", () => {
    const value = listOf(mostEntries + 1, mostEntries);
    expect(theirs(value)).toHaveLength(1);
    expect(ours(value)).toEqual([]);
  });

  test("after the entries that have schemas of their own", () => {
    const pair = { prefixItems: [{ type: "string" }, { type: "string" }], items: { type: "integer" } };
    for (const value of [["a", "b", 1], ["a", 2, "c", 4], ["a"]])
      expect(complaintsOf(ajvWith(ownKeywords), pair, value)).toEqual(complaintsOf(ajvWith([]), pair, value));
  });

  test("in arrays within arrays, each to its own bound", () => {
    const nested = { type: "array", items: { type: "array", items: { type: "integer" } } };
    const value = [listOf(mostEntries + 1, mostEntries), listOf(3, 1)];
    expect(complaintsOf(ajvWith(ownKeywords), nested, value)).toMatchObject([{ instancePath: "/1/1" }]);
  });
});

describe("a choice", () => {
  const schema = { anyOf: [{ type: "integer" }, { type: "boolean" }] };

  test("is reported alone, without the complaints of each branch", () =>
    expect(complaintsOf(ajvWith(ownKeywords), schema, "x")).toMatchObject([{ keyword: "anyOf" }]));

  test("of exactly one branch refuses two that fit", () =>
    expect(
      complaintsOf(ajvWith(ownKeywords), { oneOf: [{ minimum: 1 }, { type: "integer" }] }, 2),
    ).toMatchObject([{ keyword: "oneOf" }]));
});
