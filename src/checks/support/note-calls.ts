import { resources } from "../../contract/generated/resources.ts";
import type { PlanContext } from "../../harness/model/check.ts";
import type { Call } from "../../harness/model/exchange.ts";
import { wholeNote, type NoteProperty } from "./note.ts";
import { writeCall } from "./resource.ts";

export const noteNeeds = ["crm.credentials.apiKey", "crm.scratch.noteId", "crm.scratch.noteType"] as const;

/** The complete model of the scratch note. */
export const scratchNote = (context: PlanContext): Readonly<Record<NoteProperty, unknown>> =>
  wholeNote(context.setting("crm.scratch.noteType"));

/** A replacement of the scratch note by a body. */
export const putNote = (context: PlanContext, label: string, value: unknown): Call =>
  writeCall(context, resources.crm.note, resources.crm.note.replace, value, label);
