import { addressSchema } from "../store/crm/addresses.ts";
import { contactMethodSchema } from "../store/crm/contact-methods.ts";
import { contactSchema } from "../store/crm/contacts.ts";
import { attendeeSchema } from "../store/crm/event-attendees.ts";
import { eventContactSchema } from "../store/crm/event-contacts.ts";
import { eventsSchema } from "../store/crm/events.ts";
import { formSchema } from "../store/crm/forms.ts";
import { giftSchema } from "../store/crm/gifts.ts";
import { individualSchema } from "../store/crm/individuals.ts";
import { noteSchema } from "../store/crm/notes.ts";
import { projectSchema } from "../store/crm/projects.ts";
import { reminderSchema } from "../store/crm/reminders.ts";
import { mainOrganization, otherOrganization } from "../store/organizations.ts";
import { records, scratch } from "./crm/configuration.ts";
import { seedOrganization } from "./crm/organization.ts";
import { mainSettings, otherSettings } from "./crm/settings.ts";
import { showcase } from "./crm/showcase.ts";
import { seedWebhooks } from "./crm/webhooks.ts";
import { scaleOf, type InterfaceSeed } from "./interface-seed.ts";

/** Fewer would leave some kind of record out. */
const fewestContacts = 40;

/**
 * Contacts with their people, methods, addresses, gifts and notes; events, projects, forms and webhooks. The main
 * organization has as many contacts as the scale says, the other a tenth of them; each has about eight rows.
 */
export const crmSeed: InterfaceSeed = {
  schema: [
    contactSchema,
    individualSchema,
    contactMethodSchema,
    addressSchema,
    giftSchema,
    projectSchema,
    noteSchema,
    reminderSchema,
    eventsSchema,
    eventContactSchema,
    attendeeSchema,
    formSchema,
  ],
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
