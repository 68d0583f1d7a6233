import { describe, expect, test } from "vitest";
import { all, any, type Dialect, field, type Filter, query } from "../../../src/builtin/queries/index.ts";
import { donorDialect } from "./donor-dialect.ts";
import { refusalOf } from "./refusal-of.ts";

const donors = query("donor", donorDialect);

/** Each line that is expected not to compile is refused when it runs all the same. */
describe("a wrong name does not compile", () => {
  test("of a kind of record", () => {
    // @ts-expect-error there is no such kind
    expect(refusalOf(() => query("donors", donorDialect))).toContain("the dialect knows no donors");
  });

  test("of a field, on its own or in groups", () => {
    // @ts-expect-error there is no such field
    expect(refusalOf(() => donors.where(field("cty").equals("Austin")))).toContain("no parameter cty");
    // @ts-expect-error there is no such field
    expect(refusalOf(() => donors.where(all(field("city").isSet(), any(field("cty").isSet()))))).toContain(
      "cty",
    );
    // @ts-expect-error that is a field of donors
    expect(refusalOf(() => query("gift", donorDialect).where(field("city").isSet()))).toContain(
      "no parameter city",
    );
    // @ts-expect-error there is no such field
    expect(refusalOf(() => donors.where(field("cty").numbered(3)))).toContain("cty");
  });

  test("of a column", () => {
    // @ts-expect-error there is no such column
    expect(refusalOf(() => donors.select("id", "nme"))).toContain("no column nme");
    // @ts-expect-error that is a column of donors
    expect(refusalOf(() => query("gift", donorDialect).select("name"))).toContain("no column name");
  });

  test("of a field to sort by", () => {
    // @ts-expect-error results cannot be sorted by it
    expect(refusalOf(() => donors.sortBy("city"))).toContain("cannot be sorted by city");
    // Where the dialect does not say, every name that it has may be tried.
    expect(query("gift", donorDialect).sortBy("amount").sortBy("modifieddatetimeutc").body().sortBy).toBe(
      "modifieddatetimeutc",
    );
  });
});

describe("a value of the wrong type does not compile", () => {
  test("against a field", () => {
    // @ts-expect-error an integer is no text
    expect(refusalOf(() => donors.where(field("id").equals("1")))).toContain("a whole number");
    // @ts-expect-error a text is no number
    expect(refusalOf(() => donors.where(all(field("city").anyOf("a", 1))))).toContain("compared with text");
    // @ts-expect-error a day is no Date
    expect(refusalOf(() => donors.where(field("birthday").lessThan(new Date(0))))).toContain("a day written");
  });

  test("a second bound cannot be left out, nor a value", () => {
    // @ts-expect-error the upper bound is missing
    expect(refusalOf(() => field("id").between(1))).toContain("a lower and an upper bound");
    // @ts-expect-error the value is missing
    expect(refusalOf(() => field("id").equals())).toContain("takes one value");
    // @ts-expect-error it takes none
    expect(refusalOf(() => field("id").isSet(1))).toContain("takes no value");
    // @ts-expect-error days are counted
    expect(refusalOf(() => donors.where(field("lastGiftDate").inLastDays("7")))).toContain("days");
  });
});

describe("what is right compiles", () => {
  test("values of every type, and as many as are wanted", () => {
    const cities: string[] = ["Austin", "Dallas"];
    const filter = all(
      field("city").anyOf(...cities),
      field("id").between(1, 9),
      any(field("amount").greaterThan("12.50"), field("amount").lessThan(3)),
      field("isArchived").equals(false),
      field("birthday").onDay("2000-02-29"),
      field("lastGiftDate").between(new Date(0), "2025-01-01"),
      field("lastGiftDate").inLastDays(30),
      field("anything").equals(true),
    );
    expect(donors.where(filter).body().groups).toHaveLength(1);
  });

  test("filters put together at run time", () => {
    const conditions = (["Austin", "Dallas"] as const).map((city) => field("city").equals(city));
    expect(donors.where(any(...conditions)).query.filter?.members).toHaveLength(2);
  });

  test("names that only run time knows, with a dialect that only run time knows", () => {
    const read: Dialect = donorDialect;
    const name: string = "city";
    const filter: Filter = all(field(name).isSet());
    expect(query("donor", read).where(filter).select(name).body().selectedColumns).toEqual(["city"]);
  });
});
