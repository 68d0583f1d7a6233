import { describe, expect, test } from "vitest";
import {
  all,
  any,
  type AnyCondition,
  type Dialect,
  evaluate,
  field,
  type QueriedRecord,
} from "../../../src/contract/queries/index.ts";
import { groupOf } from "../../../src/contract/queries/expression.ts";
import { donorDialect } from "./donor-dialect.ts";
import { refusalOf } from "./refusal-of.ts";
import { now } from "./arbitraries.ts";

const exact: Dialect = { ...donorDialect, letterCase: "exact" };

const holds = (condition: AnyCondition, value: unknown, dialect: Dialect = donorDialect): boolean => {
  const wanted = { kind: "donor", filter: groupOf("all", [condition]) };
  return evaluate(wanted, [{ [condition.field]: value }], { dialect, now }).total === 1;
};

const [id, city, amount, archived, birthday, last, anything] = [
  field("id"),
  field("city"),
  field("amount"),
  field("isArchived"),
  field("birthday"),
  field("lastGiftDate"),
  field("anything"),
];

describe("a field that holds nothing", () => {
  const conditions: readonly AnyCondition[] = [
    city.equals(""),
    city.notEquals("a"),
    city.anyOf("a"),
    city.noneOf("a"),
    city.contains(""),
    city.notContains("a"),
    city.notStartsWith("a"),
    city.notEndsWith("a"),
    city.isSet(),
    city.isNotEmpty(),
    id.lessThan(1),
    id.notBetween(1, 2),
    archived.isFalse(),
    archived.isTrue(),
    last.notOnDay("2024-02-29"),
    last.inLastDays(9),
    last.isThisYear(),
  ];

  test.each(conditions.map((one) => [one.kind === "condition" ? one.operator : "", one] as const))(
    "does not match %s",
    (_, one) => {
      expect([holds(one, null), holds(one, undefined)]).toEqual([false, false]);
    },
  );

  test("matches isNotSet and isEmpty", () => {
    expect([
      holds(city.isNotSet(), null),
      holds(city.isEmpty(), null),
      holds(id.isNotSet(), undefined),
    ]).toEqual([true, true, true]);
  });
});

describe("each operator", () => {
  const cases: readonly (readonly [string, AnyCondition, unknown, boolean])[] = [
    ["letters A to Z count alike", city.equals("AUSTIN"), "austin", true],
    ["other letters do not", city.equals("É"), "é", false],
    ["spaces count", city.equals("Austin"), "Austin ", false],
    ["composed and decomposed are not the same", city.equals("é"), "e\u0301", false],
    ["a dotted capital I stands for itself", city.equals("i\u0307"), "İ", false],
    ["the Kelvin sign is no k", city.equals("k"), "\u212a", false],
    ["notEquals", city.notEquals("Austin"), "Dallas", true],
    ["anyOf one", city.anyOf("Austin", "dallas"), "Dallas", true],
    ["anyOf none", city.anyOf("Austin", "Dallas"), "Houston", false],
    ["noneOf", city.noneOf("Austin", "Dallas"), "Houston", true],
    ["contains without regard to case", city.contains("UST"), "Austin", true],
    ["a percent sign is a percent sign", city.contains("%"), "Austin", false],
    ["an underscore is an underscore", city.startsWith("_"), "Austin", false],
    ["every text contains the empty one", city.contains(""), "", true],
    ["startsWith", city.startsWith("aus"), "Austin", true],
    ["notStartsWith", city.notStartsWith("aus"), "Austin", false],
    ["endsWith", city.endsWith("TIN"), "Austin", true],
    ["a longer end is no end", city.endsWith("Austin, Texas"), "Texas", false],
    ["notEndsWith", city.notEndsWith("tin"), "Dallas", true],
    ["the empty text is set", city.isSet(), "", true],
    ["the empty text is empty", city.isEmpty(), "", true],
    ["a space is not", city.isEmpty(), " ", false],
    ["isNotEmpty", city.isNotEmpty(), "", false],
    ["isNotSet", city.isNotSet(), "", false],
    ["decimals by worth", amount.equals("60.00"), 60, true],
    ["decimals and not floats", amount.equals("0.3"), "0.30000000000000004", false],
    ["decimals by size and not by letter", amount.lessThan("100"), "99.99", true],
    ["negative decimals", amount.greaterThan("-10"), "-9.5", true],
    ["minus zero", amount.equals("-0.00"), 0, true],
    ["a large number", amount.lessThan("9007199254740993"), "9007199254740992.9", true],
    ["a small number", amount.equals(1e-7), "0.0000001", true],
    ["integers", id.lessThanOrEqual(3), 3, true],
    ["an integer above", id.greaterThan(3), 3, false],
    ["greaterThanOrEqual", id.greaterThanOrEqual(3), 3, true],
    ["between takes its bounds", id.between(1, 3), 3, true],
    ["nothing lies between bounds the wrong way round", id.between(3, 1), 2, false],
    ["and everything outside", id.notBetween(3, 1), 2, true],
    ["notBetween excludes its bounds", id.notBetween(1, 3), 1, false],
    ["isTrue", archived.isTrue(), true, true],
    ["isFalse", archived.isFalse(), false, true],
    ["a truth by equals", archived.equals(false), false, true],
    ["instants by time", last.equals("2024-02-29T12:00:00Z"), "2024-02-29T12:00:00.000+00:00", true],
    [
      "an instant beyond milliseconds",
      last.lessThan("2024-02-29T12:00:00.0000002Z"),
      "2024-02-29T12:00:00.0000001Z",
      true,
    ],
    ["a day is its midnight", last.greaterThanOrEqual("2024-02-29"), "2024-02-29T00:00Z", true],
    ["days by the calendar", birthday.lessThan("2000-01-10"), "2000-01-09", true],
    ["the last moment of a day is on it", last.onDay("2024-02-29"), "2024-02-29T23:59:59.9999Z", true],
    ["the next midnight is not", last.onDay("2024-02-29"), "2024-03-01T00:00:00Z", false],
    ["a day before the epoch", last.onDay("1969-12-31T10:00:00Z"), "1969-12-31T23:59:59.5Z", true],
    ["notOnDay", last.notOnDay("2024-02-29"), "2024-02-28T23:59:59Z", true],
    ["beforeDay", last.beforeDay("2024-02-29T12:00:00Z"), "2024-02-29T00:00:00Z", false],
    ["afterDay", last.afterDay("2024-02-29T12:00:00Z"), "2024-03-01T00:00:00Z", true],
    ["beforeDay, the day before", last.beforeDay("2024-02-29T12:00:00Z"), "2024-02-28T23:59:59.999Z", true],
    ["afterDay, the same day", last.afterDay("2024-02-29T12:00:00Z"), "2024-02-29T23:59:59.999Z", false],
    ["inLastDays takes now", last.inLastDays(0), "2024-02-29T12:34:56.789Z", true],
    ["and both its ends", last.inLastDays(1), "2024-02-28T12:34:56.789Z", true],
    ["and nothing before", last.inLastDays(1), "2024-02-28T12:34:56.788Z", false],
    ["and nothing to come", last.inLastDays(1), "2024-02-29T12:34:56.790Z", false],
    ["inNextDays", last.inNextDays(1), "2024-03-01T12:34:56.789Z", true],
    ["inNextDays leaves out what was", last.inNextDays(1), "2024-02-29T12:34:56.788Z", false],
    ["isThisMonth", last.isThisMonth(), "2024-02-01T00:00:00Z", true],
    ["another month", last.isThisMonth(), "2024-03-01T00:00:00Z", false],
    ["the same month of another year", last.isThisMonth(), "2023-02-28T00:00:00Z", false],
    ["isThisYear", last.isThisYear(), "2024-12-31T23:59:59.999Z", true],
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

  test("descending is the exact reverse", () => {
    const descending = evaluate(
      { kind: "donor", sortBy: "lastgiftdate", descending: true },
      records,
      circumstances,
    );
    expect(ids(descending)).toEqual([2, 3, 4, 1]);
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

  test("a record of another type than the dialect says is told by shape, not by value", () => {
    const line = refusalOf(() => holds(amount.greaterThan(1), "$60.00"));
    expect(line).toContain("amount is of type decimal, but holds or is compared with string(6)");
    expect(line).not.toContain("60");
  });
});
