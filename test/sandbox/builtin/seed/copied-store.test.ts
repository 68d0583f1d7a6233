import { describe, expect, onTestFinished, test } from "vitest";
import { fillOrCopy, fillStore } from "../../../../src/sandbox/builtin/seed/fill.ts";
import type { SeedContext } from "../../../../src/sandbox/builtin/seed/interface-seed.ts";
import { type SandboxDatabase, openSandboxDatabase } from "../../../../src/sandbox/store/database.ts";
import { sql, sqlName } from "../../../../src/sandbox/store/sql.ts";

const usual = { seed: 1, scale: 20, now: Date.UTC(2025, 2, 1, 12) };

const filledBy = (fill: typeof fillStore, context: Partial<SeedContext> = {}): SandboxDatabase => {
  const database = openSandboxDatabase();
  onTestFinished(() => database.close());
  const filling = { ...usual, ...context };
  const { seed, scale } = filling;
  expect(fill({ database, ...filling })).toEqual({ seed, scale, isNew: true });
  return database;
};

const rowsOf = (database: SandboxDatabase): unknown =>
  database
    .all<{ name: string }>(sql`select name from sqlite_schema where type = 'table' order by name`)
    .map(({ name }) => [name, database.all(sql`select * from ${sqlName(name)}`)]);

const rename = sql`update account set display_name = 'Somebody Else'`;

describe("a store that is copied", () => {
  test("holds what a filled one holds, the first time and every other", () => {
    const filled = rowsOf(filledBy(fillStore));
    for (const _ of [1, 2, 3]) expect(rowsOf(filledBy(fillOrCopy))).toEqual(filled);
  });

  test("shares nothing with the others: what is written to one is not in the next", () => {
    const filled = rowsOf(filledBy(fillStore));
    for (const _ of [1, 2]) {
      const database = filledBy(fillOrCopy);
      expect(database.run(rename).changes).toBeGreaterThan(0);
      expect(rowsOf(database)).not.toEqual(filled);
    }
    expect(rowsOf(filledBy(fillOrCopy))).toEqual(filled);
  });

  test("refuses what a filled one refuses: its references hold, and an attempt is undone whole", () => {
    for (const _ of [1, 2]) {
      const database = filledBy(fillOrCopy);
      const before = rowsOf(database);
      database.attempt(
        () => database.run(rename),
        () => false,
      );
      expect(rowsOf(database)).toEqual(before);
      expect(database.get(sql`pragma foreign_keys`)).toEqual({ foreign_keys: 1 });
    }
  });

  test.each([{ seed: 2 }, { scale: 21 }, { now: usual.now + 86_400_000 }])(
    "is another one for %j",
    (other) => {
      const first = rowsOf(filledBy(fillOrCopy));
      const second = rowsOf(filledBy(fillOrCopy, other));
      expect(second).not.toEqual(first);
      expect(second).toEqual(rowsOf(filledBy(fillStore, other)));
    },
  );

  test("is forgotten where many others were used since, and filled again as before", () => {
    const first = rowsOf(filledBy(fillOrCopy));
    for (let seed = 10; seed < 20; seed += 1) filledBy(fillOrCopy, { seed });
    expect(rowsOf(filledBy(fillOrCopy))).toEqual(first);
  });
});
