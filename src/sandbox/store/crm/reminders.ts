import type { Database } from "../database.ts";
import { sql, type Sql } from "../sql.ts";
import { inSight, type Viewer } from "./viewer.ts";

/** What may become of a reminder. Only the first is stated under its name, Open (U-04). */
export type ReminderState = "open" | "completed" | "dismissed";

export interface ReminderInput {
  readonly message: string;
  readonly description: string;
  /** YYYY-MM-DD. */
  readonly targetDate: string;
  /** Display name of the user whose task it is. */
  readonly owner: string;
}

/** A task that a note brings up again later. */
export interface Reminder extends ReminderInput {
  readonly id: number;
  readonly noteId: number;
  readonly contactId: number;
  readonly state: ReminderState;
}

/** A note has one reminder or none. */
export const reminderSchema = sql`
  create table crm_reminder (
    id integer primary key,
    organization_id integer not null references organization (id),
    note_id integer not null unique references crm_note (id) on delete cascade,
    message text not null,
    description text not null,
    target_date text not null,
    owner text not null,
    state text not null
  ) strict;
`;

/** Stores an open reminder for a note that has none, and returns its id. */
export const addReminder = (
  database: Database,
  organizationId: number,
  reminder: ReminderInput & { readonly noteId: number },
): number =>
  database.run(sql`
    insert into crm_reminder (organization_id, note_id, message, description, target_date, owner, state)
    values (${organizationId}, ${reminder.noteId}, ${reminder.message}, ${reminder.description},
      ${reminder.targetDate}, ${reminder.owner}, 'open')`).lastId;

export const setReminderState = (
  database: Database,
  organizationId: number,
  id: number,
  state: ReminderState,
): void => {
  database.run(
    sql`update crm_reminder set state = ${state} where organization_id = ${organizationId} and id = ${id}`,
  );
};

const find = (database: Database, viewer: Viewer, condition: Sql): Reminder | undefined =>
  database.get<Reminder>(sql`
    select reminder.id, reminder.note_id as noteId, note.contact_id as contactId, reminder.message,
      reminder.description, reminder.target_date as targetDate, reminder.owner, reminder.state
    from crm_reminder as reminder
    join crm_note as note on note.id = reminder.note_id
    join crm_contact on crm_contact.id = note.contact_id
    where ${inSight(viewer)} and ${condition}`);

/** The reminder with that id, if the contact is in sight. */
export const findReminder = (database: Database, viewer: Viewer, id: number): Reminder | undefined =>
  find(database, viewer, sql`reminder.id = ${id}`);

/** The reminder of a note that is in sight, if it has one; it is on the note's contact. */
export const reminderOf = (database: Database, noteId: number): Omit<Reminder, "contactId"> | undefined =>
  database.get(sql`
    select id, note_id as noteId, message, description, target_date as targetDate, owner, state
    from crm_reminder where note_id = ${noteId}`);
