import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  defineDialect,
  type Dialect,
  dialectFromTables,
  printDialect,
  query,
  readDialect,
} from "../../../src/builtin/queries/index.ts";
import { dialects } from "./arbitraries.ts";
import { donorDialect } from "./donor-dialect.ts";
import { refusalOf } from "./refusal-of.ts";
import { fewerRuns } from "./runs.ts";

const file = "donation.dialect.yaml";

const read = (text: string): Dialect => readDialect(text, file);

const written = `
x-evidence: anything at all
singleValueField: value
conjunct: { and: 1, or: 0 }
letterCase: exact
maximumDepth: 3
operators:
  equals: 4
  anyOf: 2
queryTypes:
  donor:
    code: 7
    parameters:
      city: text
      amount: { type: decimal, operators: [equals, 19] }
    columns: [id, name]
    sortable: [id]
`;

describe("a dialect file", () => {
  test("reads as what it says, a parameter's type alone included", () => {
    expect(read(written)).toEqual({
      singleValueField: "value",
      conjunct: { and: 1, or: 0 },
      letterCase: "exact",
      maximumDepth: 3,
      operators: { equals: 4, anyOf: 2 },
      queryTypes: {
        donor: {
          code: 7,
          parameters: { city: { type: "text" }, amount: { type: "decimal", operators: ["equals", 19] } },
          columns: ["id", "name"],
          sortable: ["id"],
        },
      },
    });
  });

  test("may be partial", () => {
    expect(read("operators: {}\nqueryTypes: {}")).toEqual({ operators: {}, queryTypes: {} });
  });

  test("reads back whatever was printed, as YAML and as JSON", () => {
    fc.assert(
      fc.property(dialects, (dialect) => {
        expect(read(printDialect(dialect))).toEqual(dialect);
        expect(read(JSON.stringify(dialect))).toEqual(dialect);
      }),
      // Much text to print and to parse in every run.
      fewerRuns(0.1),
    );
  });

  test("is printed so that each parameter has its line", () => {
    expect(printDialect(read(written))).toContain("      city: text\n");
  });

  const changed = (from: string, to: string): string => {
    expect(written).toContain(from);
    return written.replace(from, to);
  };

  test.each([
    [changed("{ and: 1, or: 0 }", "{ and: 1"), "5:", "not valid YAML or JSON"],
    ["", "1:1", "the file is empty"],
    ["- a", "1:1", "it must be a map of keys, not array(1)"],
    [changed("conjunct:", "conjnct:"), "4:1", "no key conjnct (did you mean conjunct?)"],
    ["queryTypes: {}", "1:1", "operators must be a map from names to integers, not missing"],
    [changed("anyOf: 2", "anyOff: 2"), "9:3", "no operator anyOff (did you mean anyOf?)"],
    [changed("anyOf: 2", "anyOf: 30"), "9:3", "a whole number from 0 to 29, not number"],
    [changed("anyOf: 2", "anyOf: 2.5"), "9:3", "a whole number from 0 to 29"],
    [changed("anyOf: 2", "anyOf: 4"), "9:3", "anyOf has the same integer as equals"],
    [changed("and: 1", "and: 2"), "4:13", "conjunct.and must be 0 or 1"],
    [changed("or: 0", "or: 1"), "4:1", "conjunct.and and conjunct.or must differ"],
    [changed("exact", "upper"), "5:1", "letterCase must be ignored or exact"],
    [changed("maximumDepth: 3", "maximumDepth: 0"), "6:1", "a whole number from 1 to 100"],
    [changed("singleValueField: value", "singleValueField: values"), "3:1", "holds something else"],
    [changed("singleValueField: value", 'singleValueField: ""'), "3:1", "the name of a property"],
    [changed("code: 7", "code: 10"), "12:5", "a whole number from 0 to 9"],
    [changed("city: text", "city: txt"), "14:7", "no type txt (did you mean text?)"],
    [changed("city: text", "city: 3"), "14:7", "the name of a type, not number"],
    [changed("type: decimal", "kind: decimal"), "15:17", "has no key kind"],
    [changed("[equals, 19]", "[equals, lik]"), "15:52", "there is no operator lik"],
    [changed("[equals, 19]", "[equals, 99]"), "15:52", "from 0 to 29"],
    [changed("[id, name]", "id"), "16:5", "columns must be a list of names, not string(2)"],
    [changed("[id, name]", "[id, 3]"), "16:19", "must be a name, not number"],
    [changed("exact", "*nowhere"), "", "nowhere"],
    [
      ["a: &a [x]", ..."bcdefgh"].join("\n").replace(/^[b-h]$/gm, (name) => {
        const before = String.fromCharCode(name.charCodeAt(0) - 1);
        return `${name}: &${name} [${`*${before}, `.repeat(9)}]`;
      }),
      "",
      "the file expands to more than 100000 values",
    ],
  ])("%#: refuses %j at %s: %s", (text, location, sentence) => {
    const line = refusalOf(() => read(text));
    expect(line).toContain(sentence);
    expect(line.startsWith(location === "" ? file : `${file}:${location}`)).toBe(true);
  });

  test("two query types cannot share an integer", () => {
    const text = JSON.stringify({
      operators: {},
      queryTypes: {
        a: { code: 1, parameters: {}, columns: [] },
        b: { code: 1, parameters: {}, columns: [] },
      },
    });
    expect(refusalOf(() => read(text))).toContain("b has the same integer as a");
  });

  test("anything at all is read or refused, with a place", () => {
    fc.assert(
      fc.property(fc.oneof(fc.json({ maxDepth: 4 }), fc.string()), (text) => {
        try {
          read(text);
        } catch (error) {
          expect(error).toMatchObject({ name: "UsageError", location: expect.stringContaining(`${file}:`) });
        }
      }),
      fewerRuns(0.2),
    );
  });
});

describe("a dialect in code", () => {
  test("is refused by path", () => {
    const wrong: Dialect = { ...donorDialect, operators: { equals: 30 } };
    expect(refusalOf(() => defineDialect(wrong))).toMatch(/^dialect, operators\.equals: .* from 0 to 29/);
  });
});

describe("a dialect from tables", () => {
  const tables = {
    singleValueField: "value",
    conjunctAnd: 1,
    letterCase: "ignored",
    operators: [["equals", 5]],
    kinds: [
      {
        name: "gift",
        code: 3,
        fields: [
          { name: "id", type: "integer", isSortable: true },
          { name: "status", type: "text", isSortable: false },
        ],
      },
    ],
  } as const;

  test("says what the tables say", () => {
    const dialect = dialectFromTables(tables);
    expect(dialect).toEqual({
      singleValueField: "value",
      conjunct: { and: 1, or: 0 },
      letterCase: "ignored",
      operators: { equals: 5 },
      queryTypes: {
        gift: {
          code: 3,
          parameters: { id: { type: "integer" }, status: { type: "text" } },
          columns: ["id", "status"],
          sortable: ["id"],
        },
      },
    });
    expect(query("gift", dialect).sortBy("id").body()).toEqual({ queryType: 3, sortBy: "id" });
  });

  test("that contradict themselves is refused", () => {
    const operators = [
      ["equals", 5],
      ["anyOf", 5],
    ] as const;
    expect(refusalOf(() => dialectFromTables({ ...tables, operators }))).toContain(
      "anyOf has the same integer",
    );
  });
});
