import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import type { SandboxDatabase } from "./database.ts";
import { sql, sqlName } from "./sql.ts";

export const createSnapshots = (database: SandboxDatabase) => {
  const files = new Map<string, string>();
  let folder: string | undefined;
  let taken = 0;
  return {
    /** Stores the present state under a name, replacing an earlier one. */
    take: (name: string) => {
      folder ??= mkdtempSync(joinPath(tmpdir(), "tripact-"));
      taken += 1;
      const file = joinPath(folder, `${taken}.sqlite`);
      database.run(sql`vacuum into ${file}`);
      const earlier = files.get(name);
      if (earlier !== undefined) rmSync(earlier, { force: true });
      files.set(name, file);
    },
    /** Restores a state; false if there is none with that name. */
    restore: (name: string): boolean => {
      const file = files.get(name);
      if (file !== undefined) restoreFrom(database, file);
      return file !== undefined;
    },
    names: (): readonly string[] => [...files.keys()],
    /** Deletes the files. */
    close: () => {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** Copies of the whole state, kept in temporary files until the sandbox closes. */
export type Snapshots = ReturnType<typeof createSnapshots>;

/** Replaces the rows of every table with those of the copy, in one transaction. */
const restoreFrom = (database: SandboxDatabase, file: string): void => {
  database.run(sql`attach ${file} as kept`);
  try {
    withoutForeignKeys(database, () =>
      database.transaction(() => {
        for (const name of ordinaryTables(database)) {
          const table = sqlName(name);
          database.run(sql`delete from main.${table}`);
          database.run(sql`insert into main.${table} select * from kept.${table}`);
        }
      }),
    );
  } finally {
    database.run(sql`detach kept`);
  }
};

/** Drops every table and fills the store again, all or nothing. */
export const refillStore = (database: SandboxDatabase, fill: () => void): void => {
  withoutForeignKeys(database, () =>
    database.transaction(() => {
      for (const name of ordinaryTables(database)) {
        const table = sqlName(name);
        database.run(name.startsWith("sqlite_") ? sql`delete from ${table}` : sql`drop table ${table}`);
      }
      fill();
    }),
  );
};

const ordinaryTables = (database: SandboxDatabase): string[] =>
  database
    .all<{ name: string }>(
      sql`select name from pragma_table_list
        where schema = 'main' and type = 'table' and name not like 'sqlite_schema'`,
    )
    .map(({ name }) => name);

/** Tables are replaced one after another, so foreign keys are violated for a moment. */
const withoutForeignKeys = (database: SandboxDatabase, work: () => void): void => {
  database.script(sql`pragma foreign_keys = off`);
  try {
    work();
  } finally {
    database.script(sql`pragma foreign_keys = on`);
  }
};
