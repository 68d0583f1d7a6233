import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

/** Someone who organizes or hosts an event. */
export interface EventContactInput {
  readonly eventId: number;
  readonly individualId: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Display name of the user who added the person. */
  readonly by: string;
}

/** A person is a contact of an event once or not at all. */
export const eventContactSchema = sql`
  create table crm_event_contact (
    id integer primary key,
    organization_id integer not null references organization (id),
    event_id integer not null references crm_event (id) on delete cascade,
    individual_id integer not null references crm_individual (id),
    created_at integer not null,
    created_by text not null,
    unique (event_id, individual_id)
  ) strict;
`;

export const isEventContact = (
  database: Database,
  organizationId: number,
  eventId: number,
  individualId: number,
): boolean =>
  database.get(sql`
    select 1 from crm_event_contact
    where organization_id = ${organizationId} and event_id = ${eventId} and individual_id = ${individualId}`) !==
  undefined;

/** Adds a person who is none of the event's contacts yet, and returns the id of that record. */
export const addEventContact = (
  database: Database,
  organizationId: number,
  contact: EventContactInput,
): number =>
  database.run(sql`
    insert into crm_event_contact (organization_id, event_id, individual_id, created_at, created_by)
    values (${organizationId}, ${contact.eventId}, ${contact.individualId}, ${contact.at}, ${contact.by})`)
    .lastId;

/** Takes a person off an event; the ids of all organizations are apart. */
export const removeEventContact = (database: Database, eventId: number, individualId: number): void => {
  database.run(
    sql`delete from crm_event_contact where event_id = ${eventId} and individual_id = ${individualId}`,
  );
};
