import type { InterfaceName } from "../../model/interface-name.ts";
import type { Database } from "./database.ts";
import { sql } from "./sql.ts";

/**
 * Something that happened to a record, written with the change itself and kept until deliveries were made of
 * it.
 */
export interface StoredEvent {
  readonly id: number;
  readonly interface: InterfaceName;
  readonly organizationId: number;
  /** The account that caused it; undefined for a key. */
  readonly accountId: number | undefined;
  /** For the CRM one of the webhook's flags, for example `contactNoteUpdate`. */
  readonly kind: string;
  /** What the delivery tells of the record, under the name of its kind: `{ contactNote: {…} }`. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Milliseconds since the epoch. */
  readonly occurredAt: number;
}

export const eventSchema = sql`
  create table pending_event (
    id integer primary key autoincrement,
    interface text not null,
    organization_id integer not null references organization (id),
    account_id integer references account (id),
    kind text not null,
    data text not null,
    occurred_at integer not null
  ) strict;
`;

interface EventRow {
  readonly id: number;
  readonly interface: InterfaceName;
  readonly organization_id: number;
  readonly account_id: number | null;
  readonly kind: string;
  readonly data: string;
  readonly occurred_at: number;
}

export const recordEvent = (database: Database, event: Omit<StoredEvent, "id">): void => {
  database.run(sql`
    insert into pending_event (interface, organization_id, account_id, kind, data, occurred_at)
    values (${event.interface}, ${event.organizationId}, ${event.accountId ?? null}, ${event.kind},
      ${JSON.stringify(event.data)}, ${event.occurredAt})`);
};

/**
 * Takes all waiting events out, oldest first. To be called in the transaction that stores their deliveries.
 */
export const takeEvents = (database: Database): StoredEvent[] => {
  const rows = database.all<EventRow>(sql`select * from pending_event order by id`);
  if (rows.length > 0) database.run(sql`delete from pending_event`);
  return rows.map((row) => ({
    id: row.id,
    interface: row.interface,
    organizationId: row.organization_id,
    accountId: row.account_id ?? undefined,
    kind: row.kind,
    // Only recordEvent writes it.
    data: JSON.parse(row.data) as Record<string, unknown>,
    occurredAt: row.occurred_at,
  }));
};
