import { integerInPath, type AssumedEndpoint } from "../../../pipeline/assumed-endpoint.ts";
import type { Answer, Context, ParsedRequest } from "../../../pipeline/endpoint.ts";
import { isRefusal, refuse, type Refusal } from "../../../refusal.ts";
import { findContact } from "../../../store/crm/contacts.ts";
import { addNote } from "../../../store/crm/notes.ts";
import { findReminder, reminders, type Reminder, type ReminderState } from "../../../store/crm/reminders.ts";
import { authorOf } from "../author.ts";
import { readNote } from "../note-input.ts";
import { viewerOf } from "../viewer.ts";
import { storedNoteView } from "../views/note-view.ts";
import { reminderView } from "../views/reminder-view.ts";
import { utcDateTime } from "../views/moment.ts";
import { readFields } from "./fields.ts";
import { idIn, whenKnown } from "./when-known.ts";

/** The reminder of the path, if it is still open. */
const openReminder = (request: ParsedRequest, { database, caller }: Context): Reminder | Refusal => {
  const reminder = findReminder(database, viewerOf(caller), idIn(request, "reminderId"));
  if (reminder === undefined) return refuse(404, "There is no such reminder.");
  return reminder.state === "open"
    ? reminder
    : refuse(409, "The reminder is completed or dismissed already.");
};

const resolve = (reminder: Reminder, state: ReminderState, context: Context): Answer | Refusal => {
  const { database, caller } = context;
  reminders.save(database, reminder.id, { state });
  const contact = findContact(database, viewerOf(caller), reminder.contactId);
  if (contact === undefined) throw new Error(`reminder ${reminder.id} is seen, but its contact is not`);
  return { status: 200, body: reminderView({ ...reminder, state }, contact, context) };
};

const complete = (request: ParsedRequest, context: Context): Answer | Refusal => {
  const reminder = openReminder(request, context);
  if (isRefusal(reminder)) return reminder;
  const noted = noteDown(reminder, request.body, context);
  return isRefusal(noted) ? noted : resolve(reminder, "completed", context);
};

const dismiss = (request: ParsedRequest, context: Context): Answer | Refusal => {
  const reminder = openReminder(request, context);
  return isRefusal(reminder) ? reminder : resolve(reminder, "dismissed", context);
};

/** Adds a note to the contact when the body speaks of one. */
const noteDown = (reminder: Reminder, body: unknown, context: Context): Refusal | undefined => {
  const { database, caller, clock, emit } = context;
  const sent = readFields(body === undefined ? {} : body, (fields) => ({
    type: fields.optionalText("noteTypeName") ?? undefined,
    note: fields.optionalText("note") ?? undefined,
    noteDateTime: utcDateTime(clock.now()),
    timeSpent: fields.optionalWhole("timeSpent") ?? undefined,
    important: fields.flag("isImportant", false),
    private: fields.flag("isPrivate", false),
  }));
  if (isRefusal(sent)) return sent;
  if (sent.type === undefined && sent.note === undefined) return undefined;
  const note = readNote(database, caller.organizationId, sent, "noteTypeName");
  if (isRefusal(note)) return note;
  const { contactId } = reminder;
  const id = addNote(database, caller.organizationId, {
    ...note,
    contactId,
    at: clock.now(),
    by: authorOf(context),
  });
  emit("contactNoteCreate", { contactNote: storedNoteView(id, context) });
  return undefined;
};

const parameters = [integerInPath("reminderId")];
const permission = "reminder.write";

/** The links that every reminder carries (CRM-13): their methods and bodies are not stated (U-07). */
export const reminderEndpoints: readonly AssumedEndpoint[] = [
  whenKnown("U-07", {
    id: "completeReminder",
    method: "PUT",
    path: "/api/Reminder/Completed/{reminderId}",
    permission,
    parameters,
    readsBody: "optional",
    respond: complete,
  }),
  whenKnown("U-07", {
    id: "dismissReminder",
    method: "PUT",
    path: "/api/Reminder/Dismissed/{reminderId}",
    permission,
    parameters,
    respond: dismiss,
  }),
];
