import { addresses, contactMethods, contacts, individuals, methodTypes } from "../../store/crm/contacts.ts";
import { attendees, eventContacts, events } from "../../store/crm/events.ts";
import { forms, submissions } from "../../store/crm/forms.ts";
import { crmGifts } from "../../store/crm/gifts.ts";
import { notes, noteTypes } from "../../store/crm/notes.ts";
import { crmProjects } from "../../store/crm/projects.ts";
import { reminders } from "../../store/crm/reminders.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import type { Entity } from "../../store/entity.ts";
import { firstOf, mainOrganization, otherOrganization } from "../../store/organizations.ts";
import { sql } from "../../store/sql.ts";
import { webhooks } from "../../store/webhooks.ts";
import { seedOrganization, seedWebhooks } from "./crm/organization.ts";
import { mainSettings, otherSettings } from "./crm/settings.ts";
import { showcase } from "./crm/showcase.ts";
import { scaleOf, type InterfaceSeed } from "./interface-seed.ts";

const entities: readonly Entity[] = [
  contacts,
  individuals,
  methodTypes,
  contactMethods,
  addresses,
  crmGifts,
  crmProjects,
  noteTypes,
  notes,
  reminders,
  events,
  eventContacts,
  attendees,
  forms,
  submissions,
];

/** Fewer would leave out some kind of record. */
const fewestContacts = 40;

/**
 * Contacts with their people, methods, addresses, gifts and notes; events, projects, forms and webhooks. The main
 * organization has `scale` contacts, the other a tenth of that; each contact has about eight rows.
 */
export const crmSeed: InterfaceSeed = {
  schema: entities.flatMap(({ schema, indexes }) => [schema, indexes]),
  fill: (context) => {
    const contactsOf = (organizationId: number): number =>
      Math.max(fewestContacts, scaleOf(context, organizationId));
    seedOrganization(context, {
      organizationId: mainOrganization,
      settings: mainSettings,
      contacts: contactsOf(mainOrganization),
      first: showcase(context.now),
    });
    seedOrganization(context, {
      organizationId: otherOrganization,
      settings: otherSettings,
      contacts: contactsOf(otherOrganization),
      first: [],
    });
    seedWebhooks(context, mainOrganization, "hooks.riverbend.example");
    seedWebhooks(context, otherOrganization, "hooks.northfield.example");
  },
  configuration: (database) => ({ records: records(database), scratch: seededScratch(database) }),
};

const isPublic = sql`is_private = 0`;

/** Whether the record belongs to a contact that is not private. */
const isOfPublic = sql`exists (select 1 from crm_contact where crm_contact.id = contact_id and ${isPublic})`;

/** Records for read-only use; a key whose record no longer exists is undefined. */
export const records = (database: SandboxDatabase): Readonly<Record<string, unknown>> => {
  const crm = { where: sql`interface = 'crm'` };
  const visible = { where: isPublic };
  const referring = { where: sql`${isPublic} and reference_id is not null`, column: sql`reference_id` };
  return {
    contactId: firstOf(database, contacts, mainOrganization, visible),
    privateContactId: firstOf(database, contacts, mainOrganization, { where: sql`is_private = 1` }),
    referenceId: firstOf(database, contacts, mainOrganization, referring),
    webhookId: firstOf(database, webhooks, mainOrganization, crm),
    otherOrganizationContactId: firstOf(database, contacts, otherOrganization, visible),
    otherOrganizationWebhookId: firstOf(database, webhooks, otherOrganization, crm),
    otherOrganizationNoteId: firstOf(database, notes, otherOrganization),
  };
};

/**
 * Records that a run may change: a note with a visible reminder, and an event with an individual who is not yet one of
 * its contacts.
 */
export const seededScratch = (database: SandboxDatabase): Readonly<Record<string, unknown>> => {
  const eventId = firstOf(database, events, mainOrganization);
  const hasReminder = sql`exists (select 1 from crm_reminder where note_id = crm_note.id)`;
  const isNoContact = sql`not exists (
    select 1 from crm_event_contact where event_id = ${eventId ?? null} and individual_id = crm_individual.id)`;
  const lastOfOther = (entity: Pick<Entity, "table">) =>
    firstOf(database, entity, otherOrganization, { order: sql`id desc` });
  return {
    noteId: firstOf(database, notes, mainOrganization, { where: sql`${hasReminder} and ${isOfPublic}` }),
    noteType: firstOf(database, noteTypes, mainOrganization, { column: sql`name` }),
    eventId,
    contactIndividualId: firstOf(database, individuals, mainOrganization, {
      where: sql`${isOfPublic} and ${isNoContact}`,
    }),
    otherOrganizationNoteId: lastOfOther(notes),
    otherOrganizationEventId: lastOfOther(events),
    otherOrganizationContactIndividualId: lastOfOther(individuals),
  };
};
