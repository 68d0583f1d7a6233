import type { Database } from "../database.ts";
import {
  boolean,
  Entity,
  instant,
  integer,
  organization,
  text,
  type InputOf,
  type RecordOf,
} from "../entity.ts";
import { sql, type Sql } from "../sql.ts";
import { contacts } from "./contacts.ts";
import { inSight, type Viewer } from "./viewer.ts";

export const noteTypes = new Entity(
  "crm_note_type",
  { organizationId: organization, name: text.required },
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
    contactId: integer.required.to(contacts.table),
    createdAt: instant.required.as("createDateTimeUtc"),
    createdBy: text.required.as("createdByUser"),
    modifiedAt: instant.required.as("modifiedDateTimeUtc"),
    modifiedBy: text.required.as("modifiedByUser"),
    noteDateTime: text.replaceable.cleared.as("noteDate", "noteDateTime"),
    // Answers show its name.
    typeId: integer.to(noteTypes.table).cleared.as("type"),
    note: text.replaceable.cleared,
    important: boolean.replaceable.cleared,
    isPrivate: boolean.replaceable.cleared.as("isPrivate", "private"),
    timeSpent: integer.replaceable.internal,
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
export const findNoteType = (database: Database, organizationId: number, name: string): number | undefined =>
  noteTypes.find(database, sql`organization_id = ${organizationId} and name = ${name}`)?.id;

export const noteTypeNames = (database: Database, organizationId: number): readonly string[] =>
  noteTypes.all(database, sql`organization_id = ${organizationId} order by id`).map(({ name }) => name);

/** Stores a note written now and returns its id. */
export const addNote = (
  database: Database,
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
const isSeenBy = (viewer: Viewer): Sql =>
  sql`exists (select 1 from crm_contact where crm_contact.id = contact_id and ${inSight(viewer)})`;

const withType = { also: sql`(select name from crm_note_type where id = type_id) as type` };

/** The note with the id, if its contact is visible. */
export const findNote = (database: Database, viewer: Viewer, id: number): Note | undefined =>
  notes.find<{ type: string | null }>(database, sql`id = ${id} and ${isSeenBy(viewer)}`, withType);

/** A note that replaces another; `type` is the name of `typeId`. */
export interface Replacement extends NoteInput {
  readonly type: string | null;
  /** Time of the replacement, in milliseconds since the epoch. */
  readonly at: number;
  readonly by: string;
}

/** Replaces all six properties of a note, if its contact is visible; returns the new note. */
export const replaceNote = (
  database: Database,
  viewer: Viewer,
  id: number,
  { at, by, ...note }: Replacement,
): Note | undefined => {
  const changed = { ...note, modifiedAt: at, modifiedBy: by };
  // Properties that a replacement keeps.
  const rest = database.get<Pick<Note, "organizationId" | "contactId" | "createdAt" | "createdBy">>(sql`
    update crm_note set ${notes.changes(changed)} where id = ${id} and ${isSeenBy(viewer)}
    returning organization_id as organizationId, contact_id as contactId, created_at as createdAt,
      created_by as createdBy`);
  return rest === undefined ? undefined : { ...rest, ...changed, id };
};
