import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openSandboxDatabase } from "../../../../src/sandbox/store/database.ts";
import { fieldJson, moneyJson } from "../../../../src/sandbox/store/donation/kind.ts";
import type { FieldType } from "../../../../src/sandbox/store/entity.ts";
import { objectJson, sql, type SqlText } from "../../../../src/sandbox/store/sql.ts";

const database = openSandboxDatabase();
database.script(sql`create table shown (whole integer, letters text) strict`);

/** What the database writes of a stored value. */
const written = (value: string | number | null, json: SqlText): string => {
  database.run(sql`delete from shown`);
  const isText = typeof value === "string";
  database.run(sql`insert into shown values (${isText ? null : value}, ${isText ? value : null})`);
  const row = database.all<{ json: string }>(
    sql`select ${objectJson({ value: json })} as json from shown`,
  )[0];
  return row?.json ?? "";
};

const asJson = (type: FieldType, value: string | number | null): string =>
  written(value, fieldJson({ type, column: type === "text" ? sql`letters` : sql`whole` }, sql`shown`));

/** The first and the last instant that ISO 8601 writes with four digits of a year. */
const years = { min: Date.parse("0000-01-01T00:00:00Z"), max: Date.parse("9999-12-31T23:59:59.999Z") };

const cents = fc.integer({ min: -(2 ** 51), max: 2 ** 51 });

describe("the database writes JSON as JSON.stringify does", () => {
  test("texts", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (letters) => {
        const text = letters.replaceAll("\0", "");
        expect(asJson("text", text)).toBe(JSON.stringify({ value: text }));
      }),
    );
  });

  test("amounts", () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(asJson("decimal", amount)).toBe(JSON.stringify({ value: amount / 100 }));
      }),
      { examples: [0, 5, -5, 10, 100, 6050, 59_687_966_914_954].map((amount) => [amount]) },
    );
  });

  test("instants", () => {
    fc.assert(
      fc.property(fc.integer(years), (instant) => {
        expect(asJson("instant", instant)).toBe(JSON.stringify({ value: new Date(instant) }));
      }),
      { examples: [years.min, years.max, 0, -1].map((instant) => [instant]) },
    );
  });

  test("truth values, integers and nothing", () => {
    expect([0, 1].map((value) => asJson("boolean", value))).toEqual(['{"value":false}', '{"value":true}']);
    expect([0, -7].map((value) => asJson("integer", value))).toEqual(['{"value":0}', '{"value":-7}']);
    for (const type of ["text", "decimal", "instant", "boolean", "integer"] as const)
      expect(asJson(type, null)).toBe('{"value":null}');
  });
});

test("amounts for people are written as Intl writes them", () => {
  const amounts = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
  fc.assert(
    fc.property(fc.integer(), (amount) => {
      const shown = amounts.format(amount / 100);
      expect(written(amount, moneyJson(sql`whole`))).toBe(JSON.stringify({ value: shown }));
    }),
    { examples: [0, 7, 999, 100_000, -1, -100_000].map((amount) => [amount]) },
  );
});
