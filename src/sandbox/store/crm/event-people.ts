import type { Database } from "../database.ts";
import { Entity, instant, integer, json, organization, text } from "../entity.ts";
import { sql } from "../sql.ts";
import { events } from "./events.ts";
import { individuals } from "./individuals.ts";

/** A person is a guest of an event, or one of its contacts, once or not at all. */
const once = { constraint: sql`unique (event_id, individual_id)` };

/** Someone who organizes or hosts an event. */
export const eventContacts = new Entity(
  "crm_event_contact",
  {
    organizationId: organization,
    eventId: integer.required.partOf(events.table),
    individualId: integer.required.to(individuals.table),
    createdAt: instant.required,
    /** Display name of the user who added the person. */
    createdBy: text.required,
  },
  once,
);

/** A guest of an event. Nothing is stated of what is sent with an invitation. */
export const attendees = new Entity(
  "crm_event_attendee",
  {
    organizationId: organization,
    eventId: integer.required.partOf(events.table),
    individualId: integer.required.to(individuals.table),
    customFields: json().required,
    createdAt: instant.required,
  },
  once,
);

/** Whether a person belongs to an event as one of these. */
export const isAtEvent = (
  database: Database,
  { table }: typeof eventContacts | typeof attendees,
  eventId: number,
  individualId: number,
): boolean =>
  database.get(
    sql`select 1 from ${table} where event_id = ${eventId} and individual_id = ${individualId}`,
  ) !== undefined;

/** Takes a person off an event's contacts. */
export const removeEventContact = (database: Database, eventId: number, individualId: number): void => {
  database.run(
    sql`delete from crm_event_contact where event_id = ${eventId} and individual_id = ${individualId}`,
  );
};
