import type { SandboxDatabase } from "./database.ts";
import { sql } from "./sql.ts";

/** The seed and the scale that the store was filled with. */
export const metaSchema = sql`
  create table meta (
    key text primary key,
    value text not null
  ) strict;
`;

export const readMeta = (database: SandboxDatabase, key: string): string | undefined =>
  database.get<{ value: string }>(sql`select value from meta where key = ${key}`)?.value;

export const writeMeta = (database: SandboxDatabase, key: string, value: string): void => {
  database.run(
    sql`insert into meta (key, value) values (${key}, ${value})
      on conflict (key) do update set value = excluded.value`,
  );
};
