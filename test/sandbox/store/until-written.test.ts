import { expect, test } from "vitest";
import { openDatabase } from "../../../src/sandbox/store/database.ts";
import { sql } from "../../../src/sandbox/store/sql.ts";
import { untilWritten } from "../../../src/sandbox/store/until-written.ts";

test("a thing is made once for each state of each database", () => {
  let made = 0;
  const numberOf = untilWritten(() => (made += 1));
  const [one, other] = [openDatabase(), openDatabase()];
  one.script(sql`create table a (id integer) strict`);
  expect([numberOf(one), numberOf(one), numberOf(other), numberOf(one)]).toEqual([1, 1, 2, 1]);
  one.run(sql`insert into a values (1)`);
  expect([numberOf(one), numberOf(other)]).toEqual([3, 2]);
  expect(() =>
    one.transaction(() => {
      one.run(sql`insert into a values (2)`);
      expect(numberOf(one)).toBe(4);
      throw new Error("undone");
    }),
  ).toThrow("undone");
  // What was worked out from rows that are gone is gone, too.
  expect(numberOf(one)).toBe(5);
  one.close();
  other.close();
});
