import { describe, expect, test } from "vitest";
import { inferType } from "../../../src/onboarding/discovery/sample.ts";
import { namesInRefusal } from "../../../src/onboarding/discovery/single-value-field.ts";
import { readMapping } from "../../../src/onboarding/discovery/read-mapping.ts";
import { readSource } from "../../../src/core/source/source-document.ts";
import { UsageError } from "../../../src/core/model/usage-error.ts";

const read = (value: unknown) => readMapping(readSource(JSON.stringify(value), "m.yaml"));

const refusal = (value: unknown): string => {
  try {
    read(value);
  } catch (error) {
    if (error instanceof UsageError) return error.line;
    throw error;
  }
  return "";
};

describe("a mapping", () => {
  test("is read with paths as lists or with dots", () => {
    const mapping = {
      parameters: "data.fields",
      columns: ["data", "cols"],
      name: "fieldName",
      types: { MoneyType: "decimal" },
      operatorNames: { Is: "equals" },
    };
    expect(read(mapping)).toEqual({
      ...mapping,
      parameters: ["data", "fields"],
      columns: ["data", "cols"],
    });
  });

  test.each([
    [[], "m.yaml:1:1: it must be a map of keys"],
    [{ nam: "x" }, "it has no key nam (did you mean name?)"],
    [{ parameters: 1 }, "parameters must be a path of keys"],
    [{ name: {} }, "name must be the name of a key"],
    [{ types: { Money: "decimals" } }, "there is no type decimals (did you mean decimal?)"],
    [{ operatorNames: { Is: 3 } }, "operatorNames.Is must be a known operator"],
  ])("%j is refused", (value, line) => {
    expect(refusal(value)).toContain(line);
  });
});

describe("types by values", () => {
  test.each([
    ["giftCount", [1, 2, null], "integer"],
    ["amount", [1, 2], "decimal"],
    ["amount", [1.5, 2], "decimal"],
    ["amount", ["10.00", "7.25"], "decimal"],
    ["postal", ["78701", "10001"], "text"],
    ["name", ["", "Ann"], "text"],
    ["birthday", ["2001-02-03"], "date"],
    ["createdDate", ["2001-02-03T00:00:00Z"], "instant"],
    ["flag", [true, null], "boolean"],
    ["mixed", [1, "a"], "unknown"],
    ["nothing", [null, undefined], "unknown"],
  ])("%s of %j is %s", (name, values, type) => {
    expect(inferType(name, values)).toBe(type);
  });
});

describe("names in a refusal", () => {
  test.each([
    [{ errors: { "groups[0].conditions[0].value": ["x"] } }, ["value"]],
    [{ errors: { "Groups[0].Conditions[0].SingleValue": ["x"] } }, ["singleValue", "SingleValue"]],
    [{ errors: { "groups[0].conditions[0].operator": ["x"], queryType: ["y"] } }, []],
    [{ title: "no" }, []],
    ["text", []],
  ])("%j names %j", (body, names) => {
    expect(namesInRefusal(body)).toEqual(names);
  });
});
