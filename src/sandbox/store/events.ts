import type { BuiltinInterface } from "../../builtin/interface-name.ts";
import type { SandboxDatabase } from "./database.ts";
import { sql } from "./sql.ts";

/** A change of a record. */
export interface SandboxEvent {
  readonly interface: BuiltinInterface;
  readonly organizationId: number;
  /** The account that caused it; undefined for a key. */
  readonly accountId: number | undefined;
  /** For the CRM one of the webhook's flags, such as `contactNoteUpdate`. */
  readonly kind: string;
  /** The delivered record, under its kind: `{ contactNote: {…} }`. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Milliseconds since the epoch. */
  readonly occurredAt: number;
}

/** Events are numbered, also those without a subscriber. */
export const eventSchema = sql`
  create table event_count (
    id integer primary key check (id = 1),
    total integer not null
  ) strict;
  insert into event_count (id, total) values (1, 0);
`;

/** Counts an event, in the transaction of its change, and returns its number. */
export const countEvent = (database: SandboxDatabase): number => {
  const counted = database.get<{ total: number }>(
    sql`update event_count set total = total + 1 where id = 1 returning total`,
  );
  if (counted === undefined) throw new Error("the store does not count events");
  return counted.total;
};
