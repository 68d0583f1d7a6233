import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  all,
  any,
  field,
  operatorNames,
  printFilter,
  printQuery,
  query,
} from "../../../src/builtin/queries/index.ts";
import { dialectsWithQueries, hostileTexts, texts } from "./arbitraries.ts";
import { donorDialect } from "./donor-dialect.ts";
import { runs } from "./runs.ts";

const asked = query("donor", donorDialect)
  .where(
    all(
      field("city").equals("Austin"),
      field("lastGiftDate").between("2025-01-01", "2025-02-01"),
      any(
        field("amount").greaterThan("12.50"),
        all(field("isArchived").isFalse(), field("lastGiftDate").inLastDays(30)),
      ),
    ),
  )
  .sortBy("id", "descending")
  .select("id", "name")
  .skip(10)
  .take(50)
  .withDetails();

describe("a query on one line", () => {
  test("masks its values", () => {
    expect(asked.toString()).toBe(
      "donor where city = string(6) and lastGiftDate is between string(10) and string(10) and " +
        "(amount > string(5) or (isArchived is false and lastGiftDate is in the last number days)) " +
        "select id, name sort by id descending skip 10 take 50 with details",
    );
    expect(`${asked}`).toBe(asked.toString());
  });

  test("shows them where that is wanted", () => {
    expect(asked.toString({ values: "shown" })).toContain(
      'city = "Austin" and lastGiftDate is between "2025-01-01" and "2025-02-01" and (amount > "12.50" or',
    );
  });

  test("of several values and of integers without a meaning", () => {
    const filter = any(field("city").anyOf("a", "b"), field("id").numbered(7, { single: 1, values: ["x"] }));
    expect(printFilter(filter, { values: "shown" })).toBe(
      'city is any of ("a", "b") or id operator 7 1 ["x"]',
    );
    expect(printFilter(filter)).toBe(
      "city is any of (string(1), string(1)) or id operator 7 number array(1)",
    );
  });

  test("of a query type that is not known", () => {
    expect(printQuery({ kind: 7 })).toBe("query type 7");
    expect(printQuery({ kind: undefined })).toBe("a query without a type");
  });

  test("names that read as something else stand in quotes", () => {
    expect(printFilter(field('a" or b').isSet())).toBe('"a\\" or b" is set');
  });

  test("cuts a long text and tells its length", () => {
    const line = printFilter(field("city").equals("x".repeat(2 ** 20)), { values: "shown" });
    expect(line.length).toBeLessThan(120);
    expect(line).toContain("(1048576 characters)");
  });

  test("every operator reads as a sentence of its own", () => {
    const lines = operatorNames.map((operator) =>
      printFilter({ kind: "condition", field: "x", operator, operands: [1, 2] }),
    );
    expect(new Set(lines).size).toBe(operatorNames.length);
  });

  test("is one line of printable characters, masked or not, and holds no value when masked", () => {
    fc.assert(
      fc.property(dialectsWithQueries, ({ query: wanted }) => {
        for (const line of [printQuery(wanted), printQuery(wanted, { values: "shown" })])
          expect(line).toMatch(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u);
      }),
      runs,
    );
    fc.assert(
      fc.property(fc.oneof(texts, fc.constantFrom(...hostileTexts)), (text) => {
        expect(printFilter(field("city").equals(text))).toBe(`city = string(${text.length})`);
      }),
      runs,
    );
  });
});
