import type { Database } from "../database.ts";
import { sql, type Sql } from "../sql.ts";
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

/** The names of the organization's note types. */
export const noteTypes = (database: Database, organizationId: number): readonly string[] =>
  database
    .all<{ name: string }>(
      sql`select name from crm_note_type where organization_id = ${organizationId} order by id`,
    )
    .map(({ name }) => name);

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

/** Removes a note; its reminder goes with it. */
export const removeNote = (database: Database, organizationId: number, id: number): void => {
  database.run(sql`delete from crm_note where organization_id = ${organizationId} and id = ${id}`);
};

interface NoteRow extends Omit<Note, "important" | "isPrivate"> {
  readonly important: number | null;
  readonly isPrivate: number | null;
}

const flag = (value: number | null): boolean | null => (value === null ? null : value === 1);

/** Whether a note's contact is in sight. */
const isSeenBy = (viewer: Viewer): Sql =>
  sql`exists (select 1 from crm_contact where crm_contact.id = contact_id and ${inSight(viewer)})`;

/** The note with that id, if its contact is in sight. */
export const findNote = (database: Database, viewer: Viewer, id: number): Note | undefined => {
  const row = database.get<NoteRow>(sql`
    select id, contact_id as contactId, type_id as typeId, note, note_date_time as noteDateTime, important,
      (select name from crm_note_type where id = type_id) as type, is_private as isPrivate, time_spent as timeSpent,
      created_at as createdAt, created_by as createdBy, modified_at as modifiedAt, modified_by as modifiedBy
    from crm_note where id = ${id} and ${isSeenBy(viewer)}`);
  return row === undefined
    ? undefined
    : { ...row, important: flag(row.important), isPrivate: flag(row.isPrivate) };
};

/** A note that replaces another; `type` is the name of `typeId`. */
export interface Replacement extends NoteInput {
  readonly type: string | null;
  /** When it is replaced, in milliseconds since the epoch. */
  readonly at: number;
  /** Who does it. */
  readonly by: string;
}

/** Replaces all six properties of a note at once, if its contact is in sight; the note as it is then. */
export const replaceNote = (
  database: Database,
  viewer: Viewer,
  id: number,
  { at, by, ...note }: Replacement,
): Note | undefined => {
  // What remains of the note that was.
  const rest = database.get<Pick<Note, "contactId" | "createdAt" | "createdBy">>(sql`
    update crm_note set type_id = ${note.typeId}, note = ${note.note}, note_date_time = ${note.noteDateTime},
      important = ${note.important}, is_private = ${note.isPrivate}, time_spent = ${note.timeSpent},
      modified_at = ${at}, modified_by = ${by}
    where id = ${id} and ${isSeenBy(viewer)}
    returning contact_id as contactId, created_at as createdAt, created_by as createdBy`);
  if (rest === undefined) return undefined;
  const { contactId, createdAt, createdBy } = rest;
  return { ...note, id, contactId, createdAt, createdBy, modifiedAt: at, modifiedBy: by };
};
