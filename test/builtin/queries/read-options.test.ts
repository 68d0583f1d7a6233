import { describe, expect, test } from "vitest";
import { comparisonsOf } from "../../../src/builtin/queries/dialect/comparisons.ts";
import { readOptions } from "../../../src/builtin/queries/dialect/read-options.ts";
import { optionsIn, unaryOperators } from "../../../src/checks/support/query-options.ts";
import type { Exchange } from "../../../src/core/model/exchange.ts";
import { assumptionTable } from "../../../src/sandbox/assumptions/assumptions.ts";
import { SandboxBench } from "./sandbox-bench.ts";

/** An answer about query type 3. */
const answered = (value: unknown): Exchange => ({
  interface: "donation",
  operation: "getQueryOptions",
  request: {
    method: "GET",
    url: "http://localhost/donation/api/Query/options/3",
    headers: {},
    authorization: "none",
  },
  outcome: { kind: "response", status: 200, headers: {}, body: { kind: "json", value }, elapsedMs: 1 },
});

const namesIn = (body: unknown): readonly (string | undefined)[] | undefined =>
  readOptions(body, 3).parameters?.map(({ name }) => name);

describe("what options list", () => {
  test.each([
    ["a list of objects", { parameters: [{ name: "id" }, { name: "city" }] }],
    ["names by type", { parameters: { integer: ["id"], string: ["city"] } }],
    ["objects by type", { fields: { int: [{ name: "id" }], text: [{ name: "city" }] } }],
    ["a map of operators", { parameters: { id: [0, 1], city: [0] } }],
    ["one of a list of query types", { types: [{ queryType: 3, parameters: ["id", "city"] }] }],
    ["one of a map of query types", { "2": { parameters: ["amount"] }, "3": { parameters: ["id", "city"] } }],
    ["one of several in an envelope", { data: [{ id: 3, fields: ["id", "city"] }] }],
  ])("is found in %s", (_, body) => {
    expect(namesIn(body)).toEqual(["id", "city"]);
  });

  test("is not taken from another query type", () => {
    expect(namesIn({ types: [{ queryType: 2, parameters: ["id"] }] })).toBeUndefined();
  });

  test("says what operators take where it is listed apart from parameters", () => {
    const { parameters } = readOptions({
      parameters: [{ name: "city", operators: [4, 7] }],
      operators: [
        { operator: 4, valueRequired: false },
        { operator: 7, multipleValuesAllowed: true },
      ],
    });
    expect(parameters?.[0]?.operators).toMatchObject([
      { code: 4, valueRequired: false, pointer: "/parameters/0/operators/0" },
      { code: 7, severalAllowed: true },
    ]);
  });

  test.each(assumptionTable["U-11"].values.filter((shape) => shape !== "prose"))(
    "is the same to checks and to discovery in the sandbox's shape %s",
    async (shape) => {
      const bench = new SandboxBench({ "U-11": shape, "U-11.labels": "unusual" });
      const { code = 0, parameters = {}, columns = [] } = bench.dialect.queryTypes["gift"] ?? {};
      expect(code).toBe(3);
      const body = await bench.send("GET", `/api/Query/options/${code}`);
      const listed = optionsIn(answered(body));
      expect(listed?.parameters?.map(({ name }) => name).toSorted()).toEqual(
        Object.keys(parameters).toSorted(),
      );
      expect(listed?.columns).toEqual(columns);
      expect(listed?.operators.every(({ operator }) => operator >= 0 && operator <= 29)).toBe(true);
      await bench.sandbox.close();
    },
  );
});

describe("what a check takes from options", () => {
  test.each([
    ["a bare list, which may be of columns", ["id"]],
    ["names with labels beside them", { parameters: [{ name: "id", label: "The id" }] }],
    ["a map whose keys may be groups", { parameters: { standard: {}, custom: {} } }],
    ["entries without a name", { parameters: ["id", {}] }],
  ])("leaves out %s", (_, body) => {
    expect(optionsIn(answered(body))?.parameters).toBeUndefined();
  });

  test("has the operators that compare with nothing", () => {
    const [parameter] =
      optionsIn(
        answered({
          parameters: ["id"].map((name) => ({ name, operators: [1, { operator: 2, valueRequired: false }] })),
        }),
      )?.parameters ?? [];
    expect(parameter && unaryOperators(parameter)).toEqual([2]);
  });
});

test("a dialect knows how each parameter is compared, whatever the clock shows", () => {
  const dialect = {
    operators: { equals: 4, isSet: 7, isTrue: 9, isThisYear: 11, inLastDays: 12, anyOf: 14 },
    queryTypes: {
      gift: {
        code: 3,
        parameters: {
          date: { type: "instant" },
          isAnonymous: { type: "boolean" },
          other: { type: "unknown" },
        },
        columns: [],
      },
    },
  } as const;
  const codes = comparisonsOf(dialect, "gift").map(({ name, operators }) => [
    name,
    operators.map(({ code }) => code).toSorted((one, other) => one - other),
  ]);
  expect(Object.fromEntries(codes)).toEqual({ date: [4, 7, 14], isAnonymous: [4, 7, 9], other: [4, 7] });
  expect(comparisonsOf(dialect, "donor")).toEqual([]);
});
