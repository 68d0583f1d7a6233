import type { SandboxDatabase } from "../../../store/database.ts";
import type { EntityColumns, Entity, NewRecord } from "../../../store/entity.ts";
import { sql, type SqliteValue } from "../../../store/sql.ts";

interface Waiting {
  next: number;
  rows: (readonly SqliteValue[])[];
}

const batch = 100;

export const createWriter = (database: SandboxDatabase) => {
  const waiting = new Map<Entity, Waiting>();
  const waitingFor = (kind: Entity): Waiting => {
    const known = waiting.get(kind);
    if (known !== undefined) return known;
    const last = database.get<{ id: number | null }>(sql`select max(id) as id from ${kind.table}`)?.id ?? 0;
    const made = { next: last + 1, rows: [] };
    waiting.set(kind, made);
    return made;
  };
  const write = (kind: Entity, of: Waiting): void => {
    database.many(kind.insertion, of.rows);
    of.rows = [];
  };
  const nextId = (kind: Entity): number => waitingFor(kind).next++;
  return {
    nextId,
    /** Adds the record under its id or, if absent, the next free one. */
    add: <Kept extends EntityColumns>(kind: Entity<Kept>, record: NewRecord<Kept>) => {
      const of = waitingFor(kind);
      of.rows.push(kind.row(record, record.id ?? nextId(kind)));
      if (of.rows.length >= batch) write(kind, of);
    },
    /** Writes the remaining records. */
    flush: () => {
      for (const [kind, of] of waiting) if (of.rows.length > 0) write(kind, of);
    },
  };
};

/** Buffers records and writes them by the hundred, for kinds with millions of rows. */
export type Writer = ReturnType<typeof createWriter>;
