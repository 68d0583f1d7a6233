import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  all,
  any,
  type AnyCondition,
  type Dialect,
  evaluate,
  field,
  type QueriedRecord,
} from "../../../src/builtin/queries/index.ts";
import { groupOf } from "../../../src/builtin/queries/expression.ts";
import { donorDialect } from "./donor-dialect.ts";
import { refusalOf } from "./refusal-of.ts";
import { conditionsOn, now } from "./arbitraries.ts";
import { runs } from "./runs.ts";

const exact: Dialect = { ...donorDialect, letterCase: "exact" };

const holds = (condition: AnyCondition, value: unknown, dialect: Dialect = donorDialect): boolean => {
  const wanted = { kind: "donor", filter: groupOf("all", [condition]) };
  return evaluate(wanted, [{ [condition.field]: value }], { dialect, now }).total === 1;
};

const [id, city, amount, birthday, last, anything] = [
  field("id"),
  field("city"),
  field("amount"),
  field("birthday"),
  field("lastGiftDate"),
  field("anything"),
];

test("a field that holds nothing, or is not there, matches isNotSet and isEmpty alone", () => {
  fc.assert(
    fc.property(conditionsOn(donorDialect, "donor"), (condition) => {
      const isAboutNothing = condition.operator === "isNotSet" || condition.operator === "isEmpty";
      expect([holds(condition, null), holds(condition, undefined)]).toEqual([isAboutNothing, isAboutNothing]);
    }),
    runs,
  );
});

/** Beside the table of the sandbox, `test/sandbox/donation/operators.test.ts`, whose rows are evaluated in memory, too. */
describe("each operator", () => {
  const cases: readonly (readonly [string, AnyCondition, unknown, boolean])[] = [
    ["spaces count", city.equals("Austin"), "Austin ", false],
    ["composed and decomposed are not the same", city.equals("é"), "e\u0301", false],
    ["a dotted capital I stands for itself", city.equals("i\u0307"), "İ", false],
    ["the Kelvin sign is no k", city.equals("k"), "\u212a", false],
    ["a space is not", city.isEmpty(), " ", false],
    ["decimals and not floats", amount.equals("0.3"), "0.30000000000000004", false],
    ["minus zero", amount.equals("-0.00"), 0, true],
    ["a large number", amount.lessThan("9007199254740993"), "9007199254740992.9", true],
    ["a small number", amount.equals(1e-7), "0.0000001", true],
    ["instants by time", last.equals("2024-02-29T12:00:00Z"), "2024-02-29T12:00:00.000+00:00", true],
    [
      "an instant beyond milliseconds",
      last.lessThan("2024-02-29T12:00:00.0000002Z"),
      "2024-02-29T12:00:00.0000001Z",
      true,
    ],
    ["a day is its midnight", last.greaterThanOrEqual("2024-02-29"), "2024-02-29T00:00Z", true],
    ["days by the calendar", birthday.lessThan("2000-01-10"), "2000-01-09", true],
    ["the next midnight is not", last.onDay("2024-02-29"), "2024-03-01T00:00:00Z", false],
    ["a day before the epoch", last.onDay("1969-12-31T10:00:00Z"), "1969-12-31T23:59:59.5Z", true],
    ["and both its ends", last.inLastDays(1), "2024-02-28T12:34:56.789Z", true],
    ["and nothing before", last.inLastDays(1), "2024-02-28T12:34:56.788Z", false],
    ["and nothing to come", last.inLastDays(1), "2024-02-29T12:34:56.790Z", false],
    ["inNextDays leaves out what was", last.inNextDays(1), "2024-02-29T12:34:56.788Z", false],
    ["another month", last.isThisMonth(), "2024-03-01T00:00:00Z", false],
    ["the same month of another year", last.isThisMonth(), "2023-02-28T00:00:00Z", false],
    ["another year", last.isThisYear(), "2025-01-01T00:00:00Z", false],
    ["values of unknown type, alike", anything.equals("1"), "1", true],
    ["values of unknown type, of two kinds", anything.equals("1"), 1, false],
    ["of two kinds, in no order", anything.lessThan("9"), 1, false],
  ];

  test.each(cases)("%s", (_, condition, value, expected) => {
    expect(holds(condition, value)).toBe(expected);
  });

  test("counts the case of letters where the dialect says so", () => {
    expect([
      holds(city.equals("AUSTIN"), "austin", exact),
      holds(city.contains("UST"), "Austin", exact),
    ]).toEqual([false, false]);
    expect(holds(city.startsWith("Aus"), "Austin", exact)).toBe(true);
  });
});

describe("a whole query", () => {
  const records = [
    { id: 1, city: "b", lastGiftDate: null },
    { id: 2, city: "A", lastGiftDate: "2024-01-02T00:00:00Z" },
    { id: 3, city: "\u{1f600}", lastGiftDate: "2024-01-01" },
    { id: 4, city: "\uffff" },
  ] satisfies QueriedRecord[];
  const circumstances = { dialect: donorDialect, now };
  const ids = (page: { items: readonly { id: number }[] }): number[] => page.items.map((record) => record.id);

  test("sorts what holds nothing first, and by time and not by letter", () => {
    expect(ids(evaluate({ kind: "donor", sortBy: "lastgiftdate" }, records, circumstances))).toEqual([
      1, 4, 3, 2,
    ]);
  });

  test("texts sort by code points, letters A to Z alike", () => {
    expect(ids(evaluate({ kind: "donor", sortBy: "city" }, records, circumstances))).toEqual([2, 1, 4, 3]);
  });

  test("the total counts all pages", () => {
    const filter = any(city.equals("a"), id.greaterThan(2));
    const page = evaluate({ kind: "donor", filter, skip: 1, take: 1 }, records, circumstances);
    expect([ids(page), page.total]).toEqual([[3], 3]);
  });

  test("groups mean what they say", () => {
    const filter = all(any(id.equals(1), id.equals(2)), city.equals("a"));
    expect(ids(evaluate({ kind: "donor", filter }, records, circumstances))).toEqual([2]);
  });

  test("what has no meaning is not evaluated", () => {
    const numbered = { kind: "donor", filter: all(id.numbered(29)) };
    expect(refusalOf(() => evaluate(numbered, records, circumstances))).toContain(
      "cannot evaluate operator 29",
    );
    const empty = { kind: "donor", filter: groupOf("any", []) };
    expect(refusalOf(() => evaluate(empty, records, circumstances))).toContain("what an empty group matches");
    const strange = { kind: "donor", filter: all(field("cty").isNotSet()) };
    expect(refusalOf(() => evaluate(strange, records, circumstances))).toContain("there is no parameter cty");
    expect(refusalOf(() => evaluate({ kind: 7 }, records, circumstances))).toContain(
      "the dialect knows no 7",
    );
    expect(refusalOf(() => evaluate({ kind: "donor", sortBy: "name" }, records, circumstances))).toContain(
      "cannot sort by name",
    );
  });

  test("a record of another type than the dialect says is reported by shape, not by value", () => {
    const line = refusalOf(() => holds(amount.greaterThan(1), "$60.00"));
    expect(line).toContain("amount is of type decimal, but holds or is compared with string(6)");
    expect(line).not.toContain("60");
  });
});
