import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

/** A guest of an event. */
export interface AttendeeInput {
  readonly eventId: number;
  readonly individualId: number;
  /** Whatever was sent with the invitation; nothing is stated of it. */
  readonly customFields: unknown;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** A person is a guest of an event once or not at all. */
export const attendeeSchema = sql`
  create table crm_event_attendee (
    id integer primary key,
    organization_id integer not null references organization (id),
    event_id integer not null references crm_event (id) on delete cascade,
    individual_id integer not null references crm_individual (id),
    custom_fields text not null,
    created_at integer not null,
    unique (event_id, individual_id)
  ) strict;
`;

export const isAttendee = (
  database: Database,
  organizationId: number,
  eventId: number,
  individualId: number,
): boolean =>
  database.get(sql`
    select 1 from crm_event_attendee
    where organization_id = ${organizationId} and event_id = ${eventId} and individual_id = ${individualId}`) !==
  undefined;

/** Invites a person who is no guest yet, and returns the id of that record. */
export const addAttendee = (database: Database, organizationId: number, attendee: AttendeeInput): number =>
  database.run(sql`
    insert into crm_event_attendee (organization_id, event_id, individual_id, custom_fields, created_at)
    values (${organizationId}, ${attendee.eventId}, ${attendee.individualId},
      ${JSON.stringify(attendee.customFields)}, ${attendee.at})`).lastId;
