import { describe, expect, it, onTestFinished } from "vitest";
import { UsageError } from "../../../src/model/usage-error.ts";
import { openDatabase, type Database } from "../../../src/sandbox/store/database.ts";
import { sql, type SqlValue } from "../../../src/sandbox/store/sql.ts";

const opened = (): Database => {
  const database = openDatabase();
  onTestFinished(() => database.close());
  database.script(sql`create table t (id integer primary key, name text) strict`);
  return database;
};

const names = (database: Database): string[] =>
  database.all<{ name: string }>(sql`select name from t order by id`).map(({ name }) => name);

const add = (database: Database, name: string): number =>
  database.run(sql`insert into t (name) values (${name})`).lastId;

const thousandRows = function* (): Generator<readonly SqlValue[]> {
  for (let id = 1; id <= 1000; id += 1) yield [id, `row ${id}`];
};

describe("database", () => {
  it("undoes a transaction that throws and rethrows", () => {
    const database = opened();
    add(database, "kept");
    const fail = (): void => {
      add(database, "lost");
      throw new Error("stop");
    };
    expect(() => database.transaction(fail)).toThrow("stop");
    expect(names(database)).toEqual(["kept"]);
  });

  it("undoes only the inner part that fails", () => {
    const database = opened();
    database.transaction(() => {
      add(database, "outer");
      expect(
        database.attempt(
          () => add(database, "inner"),
          () => false,
        ),
      ).toBe(2);
      database.transaction(() => add(database, "second inner"));
    });
    expect(names(database)).toEqual(["outer", "second inner"]);
  });

  it("inserts many rows in one transaction, or none", () => {
    const database = opened();
    database.many(sql`insert into t (id, name) values (?, ?)`, thousandRows());
    expect(names(database)).toHaveLength(1000);
    const clash = [
      [1001, "new"],
      [1, "taken"],
    ] as const;
    expect(() => database.many(sql`insert into t (id, name) values (?, ?)`, clash)).toThrow("UNIQUE");
    expect(names(database)).toHaveLength(1000);
  });

  it("goes on working past the number of statements it keeps", () => {
    const database = opened();
    for (let count = 1; count <= 900; count += 1) {
      const columns = Array.from({ length: count % 450 }, () => sql`, 1`).reduce(
        (all, one) => sql`${all}${one}`,
        sql`0`,
      );
      expect(database.all(sql`select ${columns}`)).toHaveLength(1);
    }
  });

  it("tells where a file cannot be opened", () => {
    expect(() => openDatabase("/nowhere/at/all.sqlite")).toThrow(UsageError);
  });
});
