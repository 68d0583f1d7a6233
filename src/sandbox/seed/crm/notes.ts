import { utcDate, utcDateTime } from "../../moment.ts";
import type { Random } from "../../random.ts";
import type { Database } from "../../store/database.ts";
import { addNote } from "../../store/crm/notes.ts";
import { reminders } from "../../store/crm/reminders.ts";
import { noteTexts, staff } from "./words.ts";

const day = 86_400_000;

export interface NoteOwner {
  readonly database: Database;
  readonly organizationId: number;
  readonly contactId: number;
  readonly typeIds: readonly [number, ...number[]];
  readonly now: number;
}

/** Adds a note to a contact, some with a reminder. */
export const seedNote = (random: Random, owner: NoteOwner, withReminder: boolean): void => {
  const { database, organizationId, contactId, now } = owner;
  const at = now - random.integer(1, 700) * day;
  const by = random.pick(staff);
  const noteId = addNote(database, organizationId, {
    contactId,
    typeId: random.pick(owner.typeIds),
    note: random.pick(noteTexts),
    noteDateTime: utcDateTime(at),
    important: random.chance(0.2),
    isPrivate: random.chance(0.1),
    timeSpent: random.chance(0.6) ? random.integer(1, 12) * 5 : null,
    at,
    by,
  });
  if (withReminder) {
    reminders.add(database, {
      organizationId,
      noteId,
      message: "Call back",
      description: "Ask whether the brochure arrived.",
      targetDate: utcDate(now + random.integer(-60, 60) * day),
      owner: by,
      state: "open",
    });
  }
};
