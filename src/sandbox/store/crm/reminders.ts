import type { Database } from "../database.ts";
import { Entity, integer, organization, text, type RecordOf } from "../entity.ts";
import { sql } from "../sql.ts";
import { notes } from "./notes.ts";
import { inSight, type Viewer } from "./viewer.ts";

/**
 * A task that a note brings up again later; a note has one or none. `targetDate` is YYYY-MM-DD, `owner` the display name
 * of the user whose task it is. Of what may become of it only the first is stated under its name, Open (U-04).
 */
export const reminders = new Entity("crm_reminder", {
  organizationId: organization,
  noteId: integer.required.unique.partOf(notes.table),
  message: text.required,
  description: text.required,
  targetDate: text.required,
  owner: text.required,
  state: text.required.oneOf(["open", "completed", "dismissed"]),
});

/** A reminder with the contact that its note is on. */
export type Reminder = RecordOf<typeof reminders> & { readonly contactId: number };

export type ReminderState = Reminder["state"];

const withContact = {
  from: sql`crm_reminder
    join crm_note as note on note.id = crm_reminder.note_id
    join crm_contact on crm_contact.id = note.contact_id`,
  also: sql`note.contact_id as contactId`,
};

/** The reminder with that id, if the contact is in sight. */
export const findReminder = (database: Database, viewer: Viewer, id: number): Reminder | undefined =>
  reminders.find<{ contactId: number }>(
    database,
    sql`${inSight(viewer)} and crm_reminder.id = ${id}`,
    withContact,
  );

/** The reminder of a note that is in sight, if it has one; it is on the note's contact. */
export const reminderOf = (database: Database, noteId: number): Omit<Reminder, "contactId"> | undefined =>
  reminders.find(database, sql`note_id = ${noteId}`);
