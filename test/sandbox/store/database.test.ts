import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../entrypoints/cli/temporary-folder.ts";
import { tries } from "../../nightly.ts";
import { UsageError } from "../../../src/core/model/usage-error.ts";
import { openSandboxDatabase, type SandboxDatabase } from "../../../src/sandbox/store/database.ts";
import { sql, type SqliteValue } from "../../../src/sandbox/store/sql.ts";

const opened = (): SandboxDatabase => {
  const database = openSandboxDatabase();
  onTestFinished(() => database.close());
  database.script(sql`create table t (id integer primary key, name text) strict`);
  return database;
};

const names = (database: SandboxDatabase): string[] =>
  database.all<{ name: string }>(sql`select name from t order by id`).map(({ name }) => name);

const add = (database: SandboxDatabase, name: string): number =>
  database.run(sql`insert into t (name) values (${name})`).lastId;

const thousandRows = function* (): Generator<readonly SqliteValue[]> {
  for (let id = 1; id <= 1000; id += 1) yield [id, `row ${id}`];
};

const family = sql`
  create table parent (id integer primary key, age integer) strict;
  create table child (id integer primary key, age integer,
    parent_id integer references parent (id) on delete cascade) strict;
  create table toy (id integer primary key, child_id integer references child (id) on delete set null) strict;
  create table stranger (id integer primary key, age integer) strict;
`;

const queries = [
  sql`select * from parent order by id`,
  sql`select * from child order by id`,
  sql`select * from toy order by id`,
  sql`select count(*) as total from stranger`,
  sql`select toy.id, parent.age from toy join child on child.id = child_id join parent on parent.id = parent_id`,
  sql`select max(id) as id from child where parent_id in (select id from parent)`,
];

interface Step {
  readonly kind: "add" | "age" | "remove" | "undone" | "undone within" | "redefined";
  readonly id: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom("add", "add", "age", "remove", "undone", "undone within", "redefined"),
  id: fc.integer({ min: 1, max: 4 }),
});

const change = (database: SandboxDatabase, { kind, id }: Step): void => {
  switch (kind) {
    case "add":
      database.run(sql`insert into parent (id, age) values (${id}, 1) on conflict do nothing`);
      database.run(sql`insert into child (age, parent_id) select 1, id from parent where id = ${id}`);
      database.run(sql`insert into toy (child_id) select max(id) from child`);
      return;
    case "age":
      database.get(sql`update parent set age = age + 1 where id = ${id} returning age`);
      database.run(sql`update stranger set age = 1`);
      return;
    case "remove":
      database.run(sql`delete from parent where id = ${id}`);
      return;
    case "undone":
    case "undone within": {
      const undone = (): void => {
        change(database, { kind: "add", id });
        change(database, { kind: "remove", id: 1 });
        for (const query of queries) database.get(query);
      };
      const attempt = (): void => database.attempt(undone, () => false);
      if (kind === "undone") attempt();
      else database.transaction(attempt);
      return;
    }
    case "redefined":
      database.run(sql`drop table stranger`);
      database.script(sql`create table stranger (id integer primary key, age integer) strict`);
      database.many(sql`insert into stranger (age) values (?)`, [[1], [2]].slice(0, id));
  }
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

  it("never returns a first row from before a write, whatever wrote", () => {
    const database = opened();
    const count = (): number | undefined =>
      database.get<{ total: number }>(sql`select count(*) as total from t`)?.total;
    const named = (name: SqliteValue): number | undefined =>
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

  it("remembers what it read until that changes, in whichever way", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const database = opened();
        database.script(family);
        for (const one of steps) {
          change(database, one);
          for (const query of queries) {
            expect(database.get(query)).toEqual(database.all(query)[0]);
          }
        }
      }),
      tries(25, 60),
    );
  });

  it("takes values that JSON cannot distinguish for different ones", () => {
    const database = opened();
    for (const value of [Number.NaN, null, 1n, 1, "1", Infinity, -Infinity])
      expect(database.get(sql`select ${value} as value`)).toEqual(
        database.all(sql`select ${value} as value`)[0],
      );
  });

  it("reads anew what another process changed, within a transaction and without", () => {
    const folder = temporaryFolder();
    const [one, other] = [
      openSandboxDatabase(join(folder, "data")),
      openSandboxDatabase(join(folder, "data")),
    ];
    onTestFinished(() => {
      one.close();
      other.close();
    });
    one.script(sql`create table t (id integer primary key, name text) strict`);
    one.transaction(() => add(one, "first"));
    const last = () => one.get<{ name: string }>(sql`select name from t order by id desc limit 1`)?.name;
    expect(last()).toBe("first");
    add(other, "second");
    expect(one.transaction(last)).toBe("second");
    add(other, "third");
    expect(last()).toBe("third");
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
    for (const _ of ["once", "again"]) {
      let columns = sql`0`;
      for (let count = 0; count < 450; count += 1) {
        expect(database.all(sql`select ${columns}`)).toHaveLength(1);
        columns = sql`${columns}, 1`;
      }
    }
  });

  it("reports a file that cannot be opened", () => {
    expect(() => openSandboxDatabase("/nowhere/at/all.sqlite")).toThrow(UsageError);
  });
});
