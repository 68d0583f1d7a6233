import type { EndpointContext } from "../../../pipeline/endpoint.ts";
import type { Handler } from "../../../pipeline/handler.ts";
import { isRefusal, refuse, type SandboxRefusal } from "../../../refusal.ts";
import { findContact } from "../../../store/crm/contacts.ts";
import { findReminder, reminders, type Reminder, type ReminderState } from "../../../store/crm/reminders.ts";
import { readNote, writeNote } from "./notes.ts";
import { viewerOf } from "./caller.ts";
import { utcDateTime } from "../../../moment.ts";
import { reminderView } from "./views/reminder-view.ts";

const openReminder = (
  id: number,
  { database, caller }: EndpointContext,
): Reminder | SandboxRefusal<404 | 409> => {
  const reminder = findReminder(database, viewerOf(caller), id);
  if (reminder === undefined) return refuse(404, "There is no such reminder.");
  return reminder.state === "open"
    ? reminder
    : refuse(409, "The reminder is completed or dismissed already.");
};

const resolve = (reminder: Reminder, state: ReminderState, context: EndpointContext) => {
  const { database, caller } = context;
  reminders.save(database, reminder.id, { state });
  const contact = findContact(database, viewerOf(caller), reminder.contactId);
  if (contact === undefined) throw new Error(`reminder ${reminder.id} is seen, but its contact is not`);
  return { status: 200 as const, body: reminderView({ ...reminder, state }, contact, context) };
};

/** Completes a reminder by its link (CRM-13), with a note if the body has one (U-07). */
export const completeReminder: Handler<"completeReminder"> = ({ path, body = {} }, context) => {
  const reminder = openReminder(path.reminderId, context);
  if (isRefusal(reminder)) return reminder;
  const { noteTypeName: type = null, note: text = null, timeSpent } = body;
  if (type !== null || text !== null) {
    const sent = {
      type,
      note: text,
      noteDateTime: utcDateTime(context.clock.now()),
      timeSpent,
      important: body.isImportant ?? false,
      private: body.isPrivate ?? false,
    };
    const note = readNote(sent, context, "noteTypeName");
    if (isRefusal(note)) return note;
    writeNote(reminder.contactId, note, context);
  }
  return resolve(reminder, "completed", context);
};

/** Dismisses a reminder by its link (CRM-13). */
export const dismissReminder: Handler<"dismissReminder"> = ({ path }, context) => {
  const reminder = openReminder(path.reminderId, context);
  return isRefusal(reminder) ? reminder : resolve(reminder, "dismissed", context);
};
