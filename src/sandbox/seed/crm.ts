import { addresses } from "../store/crm/addresses.ts";
import { contactMethods, methodTypes } from "../store/crm/contact-methods.ts";
import { contacts } from "../store/crm/contacts.ts";
import { attendees, eventContacts } from "../store/crm/event-people.ts";
import { events } from "../store/crm/events.ts";
import { forms, submissions } from "../store/crm/forms.ts";
import { gifts } from "../store/crm/gifts.ts";
import { individuals } from "../store/crm/individuals.ts";
import { notes, noteTypes } from "../store/crm/notes.ts";
import { projects } from "../store/crm/projects.ts";
import { reminders } from "../store/crm/reminders.ts";
import type { Entity } from "../store/entity.ts";
import { mainOrganization, otherOrganization } from "../store/organizations.ts";
import { records, scratch } from "./crm/configuration.ts";
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
  gifts,
  projects,
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
  configuration: (database) => ({ records: records(database), scratch: scratch(database) }),
};
