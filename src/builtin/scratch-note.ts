import { resources } from "./generated/resources.ts";

const { body } = resources.crm.note.replace;

export type NoteProperty = keyof typeof body;

/** The six writable properties of a note. */
export const noteProperties = Object.keys(body) as readonly NoteProperty[]; // Its own keys.

/** The complete note that a run writes to its scratch note and leaves there. */
export const wholeNote = (type: unknown): Readonly<Record<NoteProperty, unknown>> => ({ ...body, type });
