import type { ServedIdsOf } from "../../../../builtin/generated/operation-types.ts";
import type { HandlersOf } from "../../../pipeline/handler.ts";
import * as contacts from "./contacts.ts";
import * as events from "./events.ts";
import { issueToken } from "./issue-token.ts";
import * as notes from "./notes.ts";
import { eventHandlers, giftHandlers, projectHandlers, submitForm } from "./records.ts";
import * as reminders from "./reminders.ts";
import * as webhooks from "./webhooks.ts";

/** Each of the 15 kinds of event is caused by some operation. */
export const crmHandlers: HandlersOf<ServedIdsOf<"crm" | "crm-beyond">> = {
  issueToken,
  ...contacts,
  ...events,
  createEvent: eventHandlers.create,
  updateEvent: eventHandlers.update,
  deleteEvent: eventHandlers.remove,
  createGift: giftHandlers.create,
  updateGift: giftHandlers.update,
  deleteGift: giftHandlers.remove,
  createCrmProject: projectHandlers.create,
  updateCrmProject: projectHandlers.update,
  deleteCrmProject: projectHandlers.remove,
  replaceContactNote: notes.replaceContactNote,
  createContactNote: notes.createContactNote,
  getContactNote: notes.getContactNote,
  deleteContactNote: notes.deleteContactNote,
  ...reminders,
  submitForm,
  ...webhooks,
};
