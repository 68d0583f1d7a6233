import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { all, any, type Dialect, field, parseBody, printQuery } from "../../../src/builtin/queries/index.ts";
import { donorDialect } from "./donor-dialect.ts";
import { runs } from "./runs.ts";

const { equals = 0, between = 0, anyOf = 0, isSet = 0 } = donorDialect.operators;

const notesOf = (body: unknown, dialect: Dialect = donorDialect): string[] =>
  parseBody(body, dialect).notes.map(({ place, message }) => `${place}: ${message}`);

const inGroup = (condition: unknown): unknown => ({
  queryType: 0,
  groups: [{ conjunct: 0, conditions: [condition] }],
});

describe("a body that the builder did not make", () => {
  test("is read with what it means", () => {
    const body = {
      queryType: 3,
      sortBy: "AMOUNT",
      groups: [
        {
          conjunct: 1,
          groups: [{ conjunct: 0, conditions: [{ parameter: "id", operator: anyOf, values: [1, 2] }] }],
        },
      ],
    };
    expect(parseBody(body, donorDialect)).toEqual({
      query: { kind: "gift", sortBy: "amount", filter: any(all(field("id").anyOf(1, 2))) },
      notes: [],
    });
  });

  test("several groups are read as all of them, and that is reported", () => {
    const body = {
      queryType: 0,
      groups: [1, 2].map((value) => ({
        conjunct: 1,
        conditions: [{ parameter: "id", operator: equals, value }],
      })),
    };
    const { query: read, notes } = parseBody(body, donorDialect);
    expect(printQuery(read, { values: "shown" })).toBe("donor where (id = 1) and (id = 2)");
    expect(notes.map(({ message }) => message)).toEqual([
      "how 2 groups are joined is not stated; read as all of them",
    ]);
  });

  test.each([
    [[1], "the body: a query is an object, not array(1)"],
    [{}, "queryType: a query type is an integer, not missing"],
    [{ queryType: 7 }, "queryType: the dialect knows no query type 7"],
    [{ queryType: 0, filter: "secret" }, "filter: no such property is known"],
    [{ queryType: 0, take: "5" }, "take: a number is expected, not string(1)"],
    [{ queryType: 0, selectedColumns: [1] }, "selectedColumns: a list of names is expected, not array(1)"],
    [{ queryType: 0, groups: {} }, "groups: a list is expected, not object(0 keys)"],
    [{ queryType: 0, groups: [1] }, "groups[0]: a group is an object, not number"],
    [inGroup("secret"), "groups[0].conditions[0]: a condition is an object, not string(6)"],
    [inGroup({ operator: 1 }), "groups[0].conditions[0].parameter: a name is expected, not missing"],
    [inGroup({ parameter: "id" }), "groups[0].conditions[0].operator: an integer is expected, not missing"],
    [
      { queryType: 0, groups: [{ conjunct: 2, conditions: [] }] },
      "groups[0].conjunct: what conjunct 2 means is not known; read as all of the members",
    ],
    [
      inGroup({ parameter: "id", operator: between, value: 1 }),
      "groups[0].conditions[0]: the values are not where between takes them",
    ],
    [
      inGroup({ parameter: "id", operator: equals, value: 1, values: [2] }),
      "groups[0].conditions[0]: the values are not where equals takes them",
    ],
    [
      inGroup({ parameter: "id", operator: equals, value: null }),
      "groups[0].conditions[0]: the values are not where equals takes them",
    ],
    [
      inGroup({ parameter: "id", operator: anyOf, values: [] }),
      "groups[0].conditions[0]: the values are not where anyOf takes them",
    ],
    [
      inGroup({ parameter: "id", operator: isSet, valeu: "secret" }),
      "groups[0].conditions[0].valeu: no such property is known",
    ],
  ])("%#: what is wrong with %j is noted by location and shape: %s", (body, note) => {
    expect(notesOf(body)).toEqual([note]);
  });

  test("an integer without a meaning is kept as it is", () => {
    const dialect: Dialect = { ...donorDialect, operators: {} };
    const body = inGroup({ parameter: "id", operator: 12, value: 1, secondaryValue: 2 });
    const { query: read, notes } = parseBody(body, dialect);
    expect(read.filter).toEqual(all(field("id").numbered(12, { single: 1, secondaryValue: 2 })));
    expect(notes.map(({ message }) => message)).toEqual(["what operator 12 means is not known"]);
  });

  test("without a conjunct that is known, one member is one member and several are reported", () => {
    const { conjunct: _, ...dialect } = donorDialect;
    expect(notesOf(inGroup({ parameter: "id", operator: isSet }), dialect)).toEqual([]);
    const two = {
      queryType: 0,
      groups: [{ conjunct: 1, conditions: [1, 2].map(() => ({ parameter: "id", operator: isSet })) }],
    };
    expect(notesOf(two, dialect)).toEqual([
      "groups[0].conjunct: what conjunct 1 means is not known; read as all of the members",
    ]);
  });

  test("nesting without end is left unread below a level", () => {
    const body = { queryType: 0, groups: [nested(10_000)] };
    expect(notesOf(body).at(-1)).toContain("groups nest deeper than 100");
  });

  test("anything at all is read without failing", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        for (const body of [
          value,
          { queryType: 0, groups: value },
          { groups: [{ conjunct: 0, conditions: value }] },
          inGroup(value),
        ])
          expect(printQuery(parseBody(body, donorDialect).query)).not.toContain("\n");
      }),
      runs,
    );
  });

  test("names that every object has are names like others", () => {
    const condition = `{"parameter": "__proto__", "operator": ${isSet}}`;
    const text = `{"queryType": 0, "__proto__": 1, "groups": [{"conjunct": 0, "conditions": [${condition}]}]}`;
    const { query: read, notes } = parseBody(JSON.parse(text), donorDialect);
    expect(notes.map(({ place }) => place)).toEqual(["__proto__"]);
    expect(read).toEqual({ kind: "donor", filter: all(field("__proto__").isSet()) });
  });
});

const nested = (depth: number): unknown =>
  Array.from({ length: depth }).reduce<unknown>((inner) => ({ conjunct: 0, groups: [inner] }), {
    conjunct: 0,
  });
