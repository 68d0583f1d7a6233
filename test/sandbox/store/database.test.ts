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

  it("never tells a first row from before a write, whatever wrote", () => {
    const database = opened();
    const count = (): number | undefined =>
      database.get<{ total: number }>(sql`select count(*) as total from t`)?.total;
    const named = (name: SqlValue): number | undefined =>
      database.get<{ id: number }>(sql`select id from t where name = ${name}`)?.id;
    expect([count(), count(), named("1"), named(1)]).toEqual([0, 0, undefined, undefined]);
    add(database, "1");
    expect([count(), named("1")]).toEqual([1, 1]);
    database.many(sql`insert into t (name) values (?)`, [["b"]]);
    expect(count()).toBe(2);
    expect(database.all(sql`insert into t (name) values (${"c"}) returning id`)).toEqual([{ id: 3 }]);
    expect(count()).toBe(3);
    const seen: unknown[] = [];
    const undone = (): void => {
      add(database, "lost");
      seen.push(count());
    };
    database.attempt(undone, () => false);
    expect([seen, count()]).toEqual([[4], 3]);
    const insert = sql`insert into t (name) values (${"d"}) returning id`;
    expect([database.get(insert), database.get(insert)]).toEqual([{ id: 4 }, { id: 5 }]);
    database.script(sql`delete from t`);
    expect([count(), named("1")]).toEqual([0, undefined]);
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
