import type { Database } from "../database.ts";
import { sql } from "../sql.ts";
import { inSight, type Viewer } from "./viewer.ts";

/** The six properties of a note; null is one that was left out of the last replacement (CRM-27). */
export interface NoteInput {
  /** Id of a note type that the organization has configured. */
  readonly typeId: number | null;
  readonly note: string | null;
  /** A moment in UTC as it was sent, ISO 8601. */
  readonly noteDateTime: string | null;
  readonly important: boolean | null;
  readonly isPrivate: boolean | null;
  /** Minutes. */
  readonly timeSpent: number | null;
}

/** Who did something to a record, and when. */
export interface Authorship {
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly createdBy: string;
  readonly modifiedAt: number;
  readonly modifiedBy: string;
}

/** A note on a contact. */
export interface Note extends NoteInput, Authorship {
  readonly id: number;
  readonly contactId: number;
  /** Name of the type. */
  readonly type: string | null;
}

export const noteSchema = sql`
  create table crm_note_type (
    id integer primary key,
    organization_id integer not null references organization (id),
    name text not null,
    unique (organization_id, name)
  ) strict;
  create table crm_note (
    id integer primary key autoincrement,
    organization_id integer not null references organization (id),
    contact_id integer not null references crm_contact (id),
    type_id integer references crm_note_type (id),
    note text,
    note_date_time text,
    important integer,
    is_private integer,
    time_spent integer,
    created_at integer not null,
    created_by text not null,
    modified_at integer not null,
    modified_by text not null
  ) strict;
`;

/** Configures a note type and returns its id. */
export const addNoteType = (database: Database, organizationId: number, name: string): number =>
  database.run(sql`insert into crm_note_type (organization_id, name) values (${organizationId}, ${name})`)
    .lastId;

/** The id of the organization's note type with that very name; undefined when none is configured (CRM-11). */
export const findNoteType = (database: Database, organizationId: number, name: string): number | undefined =>
  database.get<{ id: number }>(
    sql`select id from crm_note_type where organization_id = ${organizationId} and name = ${name}`,
  )?.id;

/** Stores a note and returns its id. */
export const addNote = (
  database: Database,
  organizationId: number,
  note: NoteInput & { readonly contactId: number; readonly at: number; readonly by: string },
): number =>
  database.run(sql`
    insert into crm_note (organization_id, contact_id, type_id, note, note_date_time, important, is_private,
      time_spent, created_at, created_by, modified_at, modified_by)
    values (${organizationId}, ${note.contactId}, ${note.typeId}, ${note.note},
      ${note.noteDateTime}, ${note.important}, ${note.isPrivate}, ${note.timeSpent}, ${note.at}, ${note.by},
      ${note.at}, ${note.by})`).lastId;

/** Replaces all six properties of a note at once. */
export const replaceNote = (
  database: Database,
  organizationId: number,
  id: number,
  note: NoteInput & { readonly at: number; readonly by: string },
): void => {
  database.run(sql`
    update crm_note set type_id = ${note.typeId}, note = ${note.note}, note_date_time = ${note.noteDateTime},
      important = ${note.important}, is_private = ${note.isPrivate}, time_spent = ${note.timeSpent},
      modified_at = ${note.at}, modified_by = ${note.by}
    where organization_id = ${organizationId} and id = ${id}`);
};

/** Removes a note; its reminder goes with it. */
export const removeNote = (database: Database, organizationId: number, id: number): void => {
  database.run(sql`delete from crm_note where organization_id = ${organizationId} and id = ${id}`);
};

interface NoteRow extends Omit<Note, "important" | "isPrivate"> {
  readonly important: number | null;
  readonly isPrivate: number | null;
}

const flag = (value: number | null): boolean | null => (value === null ? null : value === 1);

/** The note with that id, if its contact is in sight. */
export const findNote = (database: Database, viewer: Viewer, id: number): Note | undefined => {
  const row = database.get<NoteRow>(sql`
    select note.id, note.contact_id as contactId, note.type_id as typeId, type.name as type, note.note,
      note.note_date_time as noteDateTime, note.important, note.is_private as isPrivate,
      note.time_spent as timeSpent, note.created_at as createdAt, note.created_by as createdBy,
      note.modified_at as modifiedAt, note.modified_by as modifiedBy
    from crm_note as note
    join crm_contact on crm_contact.id = note.contact_id
    left join crm_note_type as type on type.id = note.type_id
    where ${inSight(viewer)} and note.id = ${id}`);
  return row === undefined
    ? undefined
    : { ...row, important: flag(row.important), isPrivate: flag(row.isPrivate) };
};
