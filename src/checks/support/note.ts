import { resources } from "../../contract/generated/resources.ts";
import { noteProperties, type NoteProperty } from "../../contract/scratch-note.ts";

const names: Readonly<Record<string, string>> = resources.crm.note.names;

/** The name of each property of a note in answers, if one is stated. */
export const noteAnswerNames: readonly { readonly request: NoteProperty; readonly answer: string }[] =
  noteProperties.map((request) => ({ request, answer: names[request] ?? request }));
