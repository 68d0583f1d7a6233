import type { Models } from "../../../../../builtin/generated/operation-types.ts";
import type { Assumptions } from "../../../../assumptions/assumptions.ts";
import type { EndpointContext } from "../../../../pipeline/endpoint.ts";
import { individualsOf, type Contact } from "../../../../store/crm/contacts.ts";
import type { Reminder, ReminderState } from "../../../../store/crm/reminders.ts";
import {
  contactAvatarLink,
  contactLink,
  individualAvatarLink,
  reminderLink,
  userAvatarLink,
} from "./links.ts";
import { utcDate } from "../../../../moment.ts";

/** A reminder of a note on the contact (CRM-12). The clock decides what is past due. */
export const reminderView = (
  reminder: Omit<Reminder, "contactId">,
  contact: Contact,
  context: EndpointContext,
): Models["crm"]["Reminder"] => {
  const { baseUrl, clock, assumptions } = context;
  const isUnresolved = reminder.state === "open";
  const status = statusName(reminder.state, assumptions);
  return {
    id: reminder.id,
    message: reminder.message,
    targetDate: reminder.targetDate,
    targetResolutionDateUtc: endOfDay(reminder.targetDate),
    contactId: contact.id,
    contactViewUrl: contactLink(baseUrl, contact.id),
    contactDisplayName: contact.name,
    contactAvatarUrl: avatarOf(contact, context),
    reminderType: "Task",
    reminderTypeDisplayName: "Task",
    taskStatus: status,
    taskStatusDisplayName: status,
    completeUrl: reminderLink(baseUrl, "Completed", reminder.id),
    dismissUrl: reminderLink(baseUrl, "Dismissed", reminder.id),
    description: reminder.description,
    hasContact: true,
    isPastDue: isUnresolved && reminder.targetDate < utcDate(clock.now()),
    isUnresolved,
    canComplete: isUnresolved,
    canCompleteWithNote: isUnresolved,
    completeActionName: "Complete",
    owner: reminder.owner,
    ownerAvatarUrl: userAvatarLink(baseUrl, reminder.owner),
  };
};

/** Open is stated, later states are not (U-04). */
const statusName = (state: ReminderState, assumptions: Assumptions): string => {
  if (state === "open") return "Open";
  if (assumptions["U-04"] === "closed") return "Closed";
  return state === "completed" ? "Completed" : "Dismissed";
};

/** The last second of a day in UTC. */
const endOfDay = (date: string): string => `${date}T23:59:59Z`;

const avatarOf = (contact: Contact, { database, caller, baseUrl }: EndpointContext): string => {
  const individuals = individualsOf(database, caller.organizationId, contact.id);
  const shown = individuals.find(({ isPrimary }) => isPrimary) ?? individuals[0];
  return shown === undefined
    ? contactAvatarLink(baseUrl, contact.id)
    : individualAvatarLink(baseUrl, shown.id);
};
