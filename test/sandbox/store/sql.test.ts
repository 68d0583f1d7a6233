import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { join, sql, sqlName, type SqlText, type SqliteValue } from "../../../src/sandbox/store/sql.ts";

describe("sql", () => {
  it("turns every interpolated value into a parameter", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.boolean())),
        (values) => {
          const all = join(
            values.map((value) => sql`${value}`),
            sql`, `,
          );
          const statement = sql`select * from t where a in (${all}) and b = ${"x"}`;
          expect(statement.text).toBe(
            `select * from t where a in (${values.map(() => "?").join(", ")}) and b = ?`,
          );
          expect(statement.parameters).toEqual([...values, "x"]);
        },
      ),
    );
  });

  it("keeps the parameters of nested pieces in the order of the text", () => {
    const either = join([sql`a = ${1}`, sql`b between ${2} and ${3}`], sql` or `);
    const statement = sql`select ${0} where (${either}) limit ${4}`;
    expect(statement.text).toBe("select ? where (a = ? or b between ? and ?) limit ?");
    expect(statement.parameters).toEqual([0, 1, 2, 3, 4]);
  });

  it("distinguishes values at different places of one template", () => {
    const both = (one: SqliteValue | SqlText, other: SqliteValue | SqlText): SqlText => sql`${one}, ${other}`;
    expect([
      both(sql`a`, 1),
      both(1, sql`a`),
      both(1, 2),
      both(sql`a`, sql`b`),
      both(sql`b`, 1),
    ]).toMatchObject([
      { text: "a, ?", parameters: [1] },
      { text: "?, a", parameters: [1] },
      { text: "?, ?", parameters: [1, 2] },
      { text: "a, b", parameters: [] },
      { text: "b, ?", parameters: [1] },
    ]);
  });

  it("joins nothing into nothing", () => {
    expect(join([], sql` and `).text).toBe("");
  });

  it("takes no name that could leave its place", () => {
    expect(() => sqlName("note; drop table note")).toThrow("name of a table");
    expect(sqlName("note_2").text).toBe("note_2");
  });
});
