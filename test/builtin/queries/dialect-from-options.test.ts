import { describe, expect, test } from "vitest";
import {
  type Dialect,
  dialectFromOptions,
  field,
  type OptionsMapping,
  query,
} from "../../../src/builtin/queries/index.ts";
import { refusalOf } from "./refusal-of.ts";

const known = {
  singleValueField: "value",
  conjunct: { and: 0, or: 1 },
  operators: { equals: 3, contains: 5 },
} as const;

const from = (body: unknown, mapping?: OptionsMapping): { dialect: Dialect; notes: string[] } => {
  const { dialect, notes } = dialectFromOptions([{ kind: "donor", code: 4, body }], known, mapping);
  return { dialect, notes: notes.map(({ place, message }) => `${place}: ${message}`) };
};

const noColumns = "options of donor: no columns are listed";

describe("a dialect from what a target lists about its queries", () => {
  test("nested: parameters with their own operators", () => {
    const { dialect, notes } = from({
      options: [
        {
          parameter: "city",
          type: "string",
          operatorOptions: [
            { operator: 3, multipleValuesAllowed: false, valueRequired: true },
            { operator: 17, multipleValuesAllowed: true, valueRequired: true },
          ],
          valueOptions: [],
        },
        { parameter: "createdDate", type: "DateTime", operatorOptions: [] },
      ],
      operatorOptions: [],
      columns: ["id", "city"],
      sortBy: ["id"],
    });
    expect(dialect).toEqual({
      ...known,
      queryTypes: {
        donor: {
          code: 4,
          parameters: {
            city: { type: "text", operators: [3, 17] },
            createdDate: { type: "instant", operators: [] },
          },
          columns: ["id", "city"],
          sortable: ["id"],
        },
      },
    });
    expect(notes).toEqual([]);
    const asked = query("donor", dialect);
    expect(asked.where(field("city").equals("Austin")).select("city").body().queryType).toBe(4);
    expect(asked.where(field("city").numbered(17, { values: ["Austin"] })).body().groups).toHaveLength(1);
    expect(refusalOf(() => asked.where(field("city").contains("a")))).toContain(
      "contains cannot compare city",
    );
    expect(refusalOf(() => asked.where(field("createdDate").equals("2025-01-01")))).toContain(
      "equals cannot compare",
    );
  });

  test("flat: lists of names and of integers", () => {
    const { dialect } = from({ parameters: ["id", "city"], operators: [3, 5, 8], columns: ["id"] });
    expect(dialect.queryTypes["donor"]).toEqual({
      code: 4,
      parameters: {
        id: { type: "unknown", operators: [3, 5, 8] },
        city: { type: "unknown", operators: [3, 5, 8] },
      },
      columns: ["id"],
    });
  });

  test("flat with all thirty operators, which says nothing", () => {
    const all = Array.from({ length: 30 }, (_, code) => code);
    const { dialect } = from({ parameters: ["id"], operators: all, columns: [] });
    expect(dialect.queryTypes["donor"]?.parameters).toEqual({ id: { type: "unknown" } });
  });

  test.each([
    ["a bare list of names", ["id", "city"]],
    ["a bare list of objects", [{ name: "id" }, { name: "city" }]],
    ["in PascalCase", { Options: [{ Parameter: "id" }, { Parameter: "city" }] }],
    ["in an envelope", { data: { fields: [{ field: "id" }, { field: "city" }] } }],
    ["in an envelope called options", { options: { parameters: [{ key: "id" }, { key: "city" }] } }],
    ["a list in an envelope", { result: ["id", "city"] }],
    ["a map of types", { parameters: { id: null, city: null } }],
    ["a map of objects", { parameters: { id: {}, city: {} } }],
  ])("%s", (_, body) => {
    const { dialect, notes } = from(body);
    expect(Object.keys(dialect.queryTypes["donor"]?.parameters ?? {})).toEqual(["id", "city"]);
    expect(notes).toEqual([noColumns]);
  });

  test("types in the usual words", () => {
    const words = ["String", "int", "Money", "bool", "date", "Date-Time", "uuid"];
    const { dialect, notes } = from({
      parameters: Object.fromEntries(words.map((word) => [word, word])),
      columns: [],
    });
    expect(Object.values(dialect.queryTypes["donor"]?.parameters ?? {}).map(({ type }) => type)).toEqual([
      "text",
      "integer",
      "decimal",
      "boolean",
      "date",
      "instant",
      "unknown",
    ]);
    expect(notes).toEqual(["options of donor, uuid: the type uuid is not known"]);
  });

  test("columns as objects, and entries without a name", () => {
    const { dialect, notes } = from({ parameters: [{}, "id"], columns: [{ name: "id" }, {}] });
    expect(dialect.queryTypes["donor"]?.columns).toEqual(["id"]);
    expect(notes).toEqual([
      "options of donor, parameter 0: it has no name: object(0 keys)",
      "options of donor, columns: 1 entries have no name",
    ]);
  });

  test("meanings that the answers name themselves, where nothing else is known", () => {
    const operators = [
      { value: 1, label: "Is any of" },
      { value: 2, label: "greater than or equal" },
      { value: 3, label: "Contains" },
      { value: 9, label: "Equal" },
      { value: 5, label: "Starts with" },
      { value: 7, label: "sounds like" },
    ];
    const { dialect } = from({ parameters: [{ name: "city", operators }], columns: [] });
    // equals and contains are known to be others, and 3 and 5 are known to be these.
    expect(dialect.operators).toEqual({ anyOf: 1, greaterThanOrEqual: 2, equals: 3, contains: 5 });
    expect(dialect.queryTypes["donor"]?.parameters["city"]?.operators).toEqual([1, 2, 3, 9, 5, 7]);
  });

  test("names where integers are stated", () => {
    const operators = ["IsAnyOf", "GreaterThanOrEqual", "SoundsLike"];
    const { dialect, notes } = from({ parameters: [{ name: "city", operators }], columns: [] });
    expect(dialect.queryTypes["donor"]?.parameters["city"]?.operators).toEqual([
      "anyOf",
      "greaterThanOrEqual",
    ]);
    expect(notes).toEqual(["options of donor, city: an operator is not understood: SoundsLike"]);
  });

  test("two names for one integer are reported, and the first is kept", () => {
    const body = {
      parameters: ["a", "b"].map((name) => ({
        name,
        operators: [{ id: 7, name: name === "a" ? "between" : "in" }],
      })),
      columns: [],
    };
    const { dialect, notes } = from(body);
    expect(dialect.operators).toEqual({ between: 7, equals: 3, contains: 5 });
    expect(notes).toEqual(["options of donor, b: operator 7 is called anyOf here and otherwise elsewhere"]);
  });

  test("another shape, with a mapping", () => {
    const body = {
      meta: {
        filters: {
          list: [
            {
              slug: "city",
              kind: 2,
              ops: [
                { no: 3, says: "SAME" },
                { no: 11, says: "ONE_OF" },
              ],
            },
          ],
        },
      },
      view: { cols: [{ slug: "id" }], order: ["id"] },
    };
    const mapping: OptionsMapping = {
      parameters: ["meta", "filters", "list"],
      name: "slug",
      type: "kind",
      operators: "ops",
      operator: "no",
      operatorName: "says",
      columns: ["view", "cols"],
      column: "slug",
      sortable: ["view", "order"],
      types: { "2": "text" },
      operatorNames: { ONE_OF: "anyOf", SAME: "equals" },
    };
    const { dialect, notes } = from(body, mapping);
    expect(dialect).toEqual({
      ...known,
      operators: { ...known.operators, anyOf: 11 },
      queryTypes: {
        donor: {
          code: 4,
          parameters: { city: { type: "text", operators: [3, 11] } },
          columns: ["id"],
          sortable: ["id"],
        },
      },
    });
    expect(notes).toEqual([]);
  });

  test.each([
    ["nothing", undefined],
    ["a text", "<html>"],
    ["no list at all", { message: "secret" }],
  ])("refuses %s", (_, body) => {
    const line = refusalOf(() => from(body));
    expect(line).toMatch(
      /^options of donor: no parameters can be found in .* \(pass a mapping that says where they are\)$/,
    );
    expect(line).not.toContain("secret");
  });

  test("several types make one dialect", () => {
    const answers = ["donor", "gift"].map((kind, code) => ({ kind, code, body: ["id"] }));
    const { dialect } = dialectFromOptions(answers);
    expect(dialect).toMatchObject({ operators: {}, queryTypes: { donor: { code: 0 }, gift: { code: 1 } } });
  });
});
