import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

/** An event of the organization: a gala, a walk, a work day. Nothing is stated of its fields. */
export interface EventInput {
  readonly name: string;
  readonly description: string | null;
  /** Milliseconds since the epoch. */
  readonly startsAt: number;
}

export interface Event extends EventInput {
  readonly id: number;
}

export const eventsSchema = sql`
  create table crm_event (
    id integer primary key autoincrement,
    organization_id integer not null references organization (id),
    name text not null,
    description text,
    starts_at integer not null
  ) strict;
`;

/** Stores an event and returns its id. */
export const addEvent = (database: Database, organizationId: number, event: EventInput): number =>
  database.run(sql`
    insert into crm_event (organization_id, name, description, starts_at)
    values (${organizationId}, ${event.name}, ${event.description}, ${event.startsAt})`).lastId;

/** Overwrites an event whole; who runs and attends it stays. */
export const saveEvent = (
  database: Database,
  organizationId: number,
  id: number,
  event: EventInput,
): void => {
  database.run(sql`
    update crm_event set name = ${event.name}, description = ${event.description}, starts_at = ${event.startsAt}
    where organization_id = ${organizationId} and id = ${id}`);
};

/** Removes an event; its contacts and attendees go with it. */
export const removeEvent = (database: Database, organizationId: number, id: number): void => {
  database.run(sql`delete from crm_event where organization_id = ${organizationId} and id = ${id}`);
};

export const findEvent = (database: Database, organizationId: number, id: number): Event | undefined =>
  database.get<Event>(sql`
    select id, name, description, starts_at as startsAt from crm_event
    where organization_id = ${organizationId} and id = ${id}`);
