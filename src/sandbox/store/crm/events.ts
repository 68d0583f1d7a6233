import type { SandboxDatabase } from "../database.ts";
import {
  Entity,
  instantColumn,
  integerColumn,
  jsonColumn,
  organization,
  textColumn,
  moreColumn,
} from "../entity.ts";
import { sql } from "../sql.ts";
import { individuals } from "./contacts.ts";

/** An event of the organization: a gala, a walk, a work day. Its fields are not stated. */
export const events = new Entity(
  "crm_event",
  {
    organizationId: organization,
    name: textColumn.required.replaceable,
    description: textColumn.replaceable,
    startsAt: instantColumn.required.replaceable.as("startDateTimeUtc"),
    more: moreColumn,
  },
  { neverReused: true },
);

/** A person appears at most once among an event's guests, and at most once among its contacts. */
const once = { constraint: sql`unique (event_id, individual_id)` };

/** A person who organizes or hosts an event. */
export const eventContacts = new Entity(
  "crm_event_contact",
  {
    organizationId: organization,
    eventId: integerColumn.required.partOf(events.table),
    individualId: integerColumn.required.to(individuals.table),
    createdAt: instantColumn.required,
    /** Display name of the user who added the person. */
    createdBy: textColumn.required,
  },
  once,
);

/** A guest of an event. What an invitation contains is not stated. */
export const attendees = new Entity(
  "crm_event_attendee",
  {
    organizationId: organization,
    eventId: integerColumn.required.partOf(events.table),
    individualId: integerColumn.required.to(individuals.table),
    customFields: jsonColumn().required,
    createdAt: instantColumn.required,
  },
  once,
);

/** Whether a person belongs to an event in this role. */
export const isAtEvent = (
  database: SandboxDatabase,
  { table }: typeof eventContacts | typeof attendees,
  eventId: number,
  individualId: number,
): boolean =>
  database.get(
    sql`select 1 from ${table} where event_id = ${eventId} and individual_id = ${individualId}`,
  ) !== undefined;

export const removeEventContact = (
  database: SandboxDatabase,
  eventId: number,
  individualId: number,
): void => {
  database.run(
    sql`delete from crm_event_contact where event_id = ${eventId} and individual_id = ${individualId}`,
  );
};
