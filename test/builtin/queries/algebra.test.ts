import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  all,
  any,
  evaluate,
  type Filter,
  type Query,
  type QueriedRecord,
} from "../../../src/builtin/queries/index.ts";
import { groupOf } from "../../../src/builtin/queries/expression.ts";
import { conditionsOn, filtersOf, now, queriesOf, recordsOf } from "./arbitraries.ts";
import { donorDialect } from "./donor-dialect.ts";
import { runs } from "./runs.ts";

const filters = filtersOf(conditionsOn(donorDialect, "donor"));
const records = fc.array(recordsOf(donorDialect, "donor"), { maxLength: 12 });
const queries = queriesOf(donorDialect, "donor");

const found = (
  wanted: Query,
  from: readonly QueriedRecord[],
): { items: readonly QueriedRecord[]; total: number } =>
  evaluate(wanted, from, { dialect: donorDialect, now });

const matching = (filter: Filter, from: readonly QueriedRecord[]): readonly QueriedRecord[] =>
  found({ kind: "donor", filter: groupOf("all", [filter]) }, from).items;

const total = (filter: Filter, from: readonly QueriedRecord[]): number => matching(filter, from).length;

describe("evaluation obeys the algebra of totals (DON-23)", () => {
  test("AND never widens, OR never narrows", () => {
    fc.assert(
      fc.property(filters, filters, records, (one, other, from) => {
        const both = matching(all(one, other), from);
        const either = matching(any(one, other), from);
        const alone = matching(one, from);
        expect(both.every((record) => alone.includes(record))).toBe(true);
        expect(alone.every((record) => either.includes(record))).toBe(true);
      }),
      runs,
    );
  });

  test("inclusion and exclusion add up", () => {
    fc.assert(
      fc.property(filters, filters, records, (one, other, from) => {
        expect(total(any(one, other), from)).toBe(
          total(one, from) + total(other, from) - total(all(one, other), from),
        );
      }),
      runs,
    );
  });

  test("the order of members does not matter", () => {
    const shuffled = fc
      .array(filters, { minLength: 1, maxLength: 4 })
      .chain((members) =>
        fc.tuple(fc.constant(members), fc.shuffledSubarray(members, { minLength: members.length })),
      );
    fc.assert(
      fc.property(shuffled, records, ([members, others], from) => {
        for (const group of [all, any])
          expect(matching(group(...members), from)).toEqual(matching(group(...others), from));
      }),
      runs,
    );
  });

  test("a group of one member is that member", () => {
    fc.assert(
      fc.property(filters, records, (filter, from) => {
        const alone = matching(filter, from);
        for (const nested of [all(filter), any(filter), all(any(filter)), any(all(filter))])
          expect(matching(nested, from)).toEqual(alone);
      }),
      runs,
    );
  });

  test("each operator and its opposite share out what holds something, and nothing is in both", () => {
    const opposites = {
      equals: "notEquals",
      anyOf: "noneOf",
      between: "notBetween",
      contains: "notContains",
      startsWith: "notStartsWith",
      endsWith: "notEndsWith",
      onDay: "notOnDay",
      isSet: "isNotSet",
      isEmpty: "isNotEmpty",
    } as const;
    const known: Readonly<Record<string, string>> = opposites;
    const positive = conditionsOn(donorDialect, "donor").filter(({ operator }) =>
      Object.hasOwn(known, operator),
    );
    fc.assert(
      fc.property(positive, records, (condition, from) => {
        // Only operators of the table above are left.
        const operator = condition.operator as keyof typeof opposites;
        const isAboutNothing = operator === "isSet" || operator === "isEmpty";
        const sharing = from.filter((record) => isAboutNothing || (record[condition.field] ?? null) !== null);
        const opposite = { ...condition, operator: opposites[operator] };
        expect(total(any(condition, opposite), from)).toBe(sharing.length);
        expect(total(all(condition, opposite), from)).toBe(0);
      }),
      runs,
    );
  });

  test("page options, columns and order never change the total, and pages make up the whole", () => {
    fc.assert(
      fc.property(queries, records, fc.integer({ min: 1, max: 5 }), (wanted, from, take) => {
        const { skip: _, take: __, ...whole } = wanted;
        const { items, total: count } = found(whole, from);
        const pages = Array.from({ length: Math.ceil(count / take) }, (____, page) =>
          found({ ...whole, skip: page * take, take }, from),
        );
        expect(found(wanted, from).total).toBe(count);
        expect(pages.flatMap((page) => page.items)).toEqual(items);
        expect(pages.every((page) => page.items.length <= take && page.total === count)).toBe(true);
      }),
      runs,
    );
  });

  test("sorting only permutes, and descending reverses", () => {
    const orders = fc.constantFrom("id", "city", "amount", "isarchived", "birthday", "lastgiftdate");
    fc.assert(
      fc.property(records, orders, (from, sortBy) => {
        const { items } = found({ kind: "donor", sortBy }, from);
        expect(items).toHaveLength(from.length);
        expect(new Set(items)).toEqual(new Set(from));
        expect(found({ kind: "donor", sortBy, descending: true }, from).items).toEqual(items.toReversed());
      }),
      runs,
    );
  });
});
