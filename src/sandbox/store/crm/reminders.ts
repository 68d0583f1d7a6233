import type { SandboxDatabase } from "../database.ts";
import { Entity, integerColumn, organization, textColumn, type RecordOf } from "../entity.ts";
import { sql } from "../sql.ts";
import { notes } from "./notes.ts";
import { inSight, type Viewer } from "./viewer.ts";

/**
 * A task that follows from a note; a note has at most one. `targetDate` is YYYY-MM-DD; `owner` is the display name of
 * the responsible user. Of its states only the first is stated by name: Open (U-04).
 */
export const reminders = new Entity("crm_reminder", {
  organizationId: organization,
  noteId: integerColumn.required.unique.partOf(notes.table),
  message: textColumn.required,
  description: textColumn.required,
  targetDate: textColumn.required,
  owner: textColumn.required,
  state: textColumn.required.oneOf(["open", "completed", "dismissed"]),
});

/** A reminder with the contact of its note. */
export type Reminder = RecordOf<typeof reminders> & { readonly contactId: number };

export type ReminderState = Reminder["state"];

const withContact = {
  from: sql`crm_reminder
    join crm_note as note on note.id = crm_reminder.note_id
    join crm_contact on crm_contact.id = note.contact_id`,
  also: sql`note.contact_id as contactId`,
};

/** The reminder with the id, if the contact is visible. */
export const findReminder = (database: SandboxDatabase, viewer: Viewer, id: number): Reminder | undefined =>
  reminders.find<{ contactId: number }>(
    database,
    sql`${inSight(viewer)} and crm_reminder.id = ${id}`,
    withContact,
  );

/** The reminder of a visible note, if it has one; it belongs to the note's contact. */
export const reminderOf = (
  database: SandboxDatabase,
  noteId: number,
): Omit<Reminder, "contactId"> | undefined => reminders.find(database, sql`note_id = ${noteId}`);
