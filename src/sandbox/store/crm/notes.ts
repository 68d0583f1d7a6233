import type { SandboxDatabase } from "../database.ts";
import {
  booleanColumn,
  Entity,
  instantColumn,
  integerColumn,
  organization,
  textColumn,
  type InputOf,
  type RecordOf,
  moreColumn,
} from "../entity.ts";
import { sql, type SqlText } from "../sql.ts";
import { contacts } from "./contacts.ts";
import { inSight, type Viewer } from "./viewer.ts";

export const noteTypes = new Entity(
  "crm_note_type",
  { organizationId: organization, name: textColumn.required },
  { constraint: sql`unique (organization_id, name)` },
);

/**
 * A note on a contact, with its author, its last editor and both times. Any of its six properties is null if the last
 * replacement omitted it (CRM-27). `noteDateTime` is a UTC moment as sent; `timeSpent` is in minutes.
 */
export const notes = new Entity(
  "crm_note",
  {
    organizationId: organization,
    contactId: integerColumn.required.to(contacts.table),
    createdAt: instantColumn.required.as("createDateTimeUtc"),
    createdBy: textColumn.required.as("createdByUser"),
    modifiedAt: instantColumn.required.as("modifiedDateTimeUtc"),
    modifiedBy: textColumn.required.as("modifiedByUser"),
    noteDateTime: textColumn.replaceable.cleared.as("noteDate", "noteDateTime"),
    // Answers show its name.
    typeId: integerColumn.to(noteTypes.table).cleared.as("type"),
    note: textColumn.replaceable.cleared,
    important: booleanColumn.replaceable.cleared,
    isPrivate: booleanColumn.replaceable.cleared.as("isPrivate", "private"),
    timeSpent: integerColumn.replaceable.internal,
    more: moreColumn,
  },
  { neverReused: true },
);

/** A note with the name of its type. */
export type Note = RecordOf<typeof notes> & { readonly type: string | null };

/** Author and last editor of a record, with times. */
export type Authorship = Pick<Note, "createdAt" | "createdBy" | "modifiedAt" | "modifiedBy">;

/** The six properties. */
export type NoteInput = InputOf<typeof notes, "contactId" | keyof Authorship>;

/** The id of the organization's note type with exactly this name; undefined if none is configured (CRM-11). */
export const findNoteType = (
  database: SandboxDatabase,
  organizationId: number,
  name: string,
): number | undefined =>
  noteTypes.find(database, sql`organization_id = ${organizationId} and name = ${name}`)?.id;

export const noteTypeNames = (database: SandboxDatabase, organizationId: number): readonly string[] =>
  noteTypes.all(database, sql`organization_id = ${organizationId} order by id`).map(({ name }) => name);

/** Stores a note written now and returns its id. */
export const addNote = (
  database: SandboxDatabase,
  organizationId: number,
  { at, by, ...note }: NoteInput & { readonly contactId: number; readonly at: number; readonly by: string },
): number =>
  notes.add(database, {
    ...note,
    organizationId,
    createdAt: at,
    createdBy: by,
    modifiedAt: at,
    modifiedBy: by,
  });

/** Whether a note's contact is visible. */
const isSeenBy = (viewer: Viewer): SqlText =>
  sql`exists (select 1 from crm_contact where crm_contact.id = contact_id and ${inSight(viewer)})`;

const withType = { also: sql`(select name from crm_note_type where id = type_id) as type` };

/** The note with the id, if its contact is visible. */
export const findNote = (database: SandboxDatabase, viewer: Viewer, id: number): Note | undefined =>
  notes.find<{ type: string | null }>(database, sql`id = ${id} and ${isSeenBy(viewer)}`, withType);

/** A note that replaces another; `type` is the name of `typeId`. */
export interface NoteReplacement extends NoteInput {
  readonly type: string | null;
  /** Time of the replacement, in milliseconds since the epoch. */
  readonly at: number;
  readonly by: string;
}

/** Replaces all six properties of a note, if its contact is visible; returns the new note. */
export const replaceNote = (
  database: SandboxDatabase,
  viewer: Viewer,
  id: number,
  { at, by, ...note }: NoteReplacement,
): Note | undefined => {
  const changed = { ...note, more: null, modifiedAt: at, modifiedBy: by };
  // Properties that a replacement keeps.
  const rest = database.get<Pick<Note, "organizationId" | "contactId" | "createdAt" | "createdBy">>(sql`
    update crm_note set ${notes.changes(changed)} where id = ${id} and ${isSeenBy(viewer)}
    returning organization_id as organizationId, contact_id as contactId, created_at as createdAt,
      created_by as createdBy`);
  return rest === undefined ? undefined : { ...rest, ...changed, id };
};
