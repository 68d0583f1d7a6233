import { utcDate, utcDateTime } from "../../../moment.ts";
import { createRandom, type Random } from "../../../../serving/random.ts";
import {
  addresses,
  contactMethods,
  contacts,
  individuals,
  methodTypes,
  type Channel,
} from "../../../store/crm/contacts.ts";
import { eventContacts, events } from "../../../store/crm/events.ts";
import { forms } from "../../../store/crm/forms.ts";
import { crmGifts } from "../../../store/crm/gifts.ts";
import { addNote, noteTypes } from "../../../store/crm/notes.ts";
import { crmProjects } from "../../../store/crm/projects.ts";
import { reminders } from "../../../store/crm/reminders.ts";
import type { SandboxDatabase } from "../../../store/database.ts";
import { crmEventKinds, type CrmEventKind } from "../../../../builtin/crm-event-kinds.ts";
import { webhooks } from "../../../store/webhooks.ts";
import type { SeedContext } from "../interface-seed.ts";
import { makeContact, type SeededContact } from "./contacts.ts";
import type { SeededPerson } from "./people.ts";
import type { OrganizationSettings } from "./settings.ts";
import { noteTexts, staff } from "./words.ts";

const day = 86_400_000;

export interface OrganizationPlan {
  readonly organizationId: number;
  readonly settings: OrganizationSettings;
  /** Total number of contacts. */
  readonly contacts: number;
  /** The first contacts; the others are invented. */
  readonly first: readonly SeededContact[];
}

interface TypeIds {
  readonly methods: Readonly<Record<Channel, readonly number[]>>;
  readonly notes: readonly [number, ...number[]];
}

/** Fills everything of one organization except its webhooks. */
export const seedOrganization = (context: SeedContext, plan: OrganizationPlan): void => {
  const { database, seed, now } = context;
  const { organizationId, settings } = plan;
  const random = createRandom(seed, `crm ${organizationId}`);
  const typeIds = seedTypes(database, plan);
  for (const name of settings.projects) {
    const description = `For ${name.toLowerCase()}.`;
    crmProjects.add(database, { organizationId, name, description, isActive: true });
  }
  for (const name of settings.forms) forms.add(database, { organizationId, name });
  const eventIds = seedEvents(random, database, plan, now);
  for (let number = 1; number <= plan.contacts; number += 1) {
    const contact = plan.first[number - 1] ?? makeContact(random, number, now);
    const { contactId, individualIds } = storeContact(database, organizationId, contact, typeIds);
    // The first note of an organization has a reminder: it is the main organization's scratch note.
    if (number === 2 || random.chance(0.1)) {
      const owner = { database, organizationId, contactId, typeIds: typeIds.notes, now };
      seedNote(random, owner, number === 2 || random.chance(0.3));
    }
    const eventId = eventIds[random.integer(1, 200)];
    const [individualId] = individualIds;
    if (eventId !== undefined && individualId !== undefined) {
      const createdAt = now - random.integer(1, 60) * day;
      const createdBy = random.pick(staff);
      eventContacts.add(database, { organizationId, eventId, individualId, createdAt, createdBy });
    }
  }
};

const seedTypes = (database: SandboxDatabase, { organizationId, settings }: OrganizationPlan): TypeIds => {
  const idsOf = (channel: Channel): number[] =>
    settings.methodTypes[channel].map((name) => methodTypes.add(database, { organizationId, name, channel }));
  const [firstNote, ...otherNotes] = settings.noteTypes;
  const noteId = (name: string): number => noteTypes.add(database, { organizationId, name });
  return {
    methods: { email: idsOf("email"), phone: idsOf("phone"), other: idsOf("other") },
    notes: [noteId(firstNote), ...otherNotes.map(noteId)],
  };
};

const seedEvents = (
  random: Random,
  database: SandboxDatabase,
  { organizationId, settings }: OrganizationPlan,
  now: number,
): number[] =>
  settings.events.map((name) =>
    events.add(database, {
      organizationId,
      name,
      startsAt: now + random.integer(-90, 90) * day,
    }),
  );

const storeContact = (
  database: SandboxDatabase,
  organizationId: number,
  { contact, people, address, given }: SeededContact,
  typeIds: TypeIds,
): { readonly contactId: number; readonly individualIds: readonly number[] } => {
  const contactId = contacts.add(database, { ...contact, organizationId });
  const individualIds = people.map((person) =>
    storePerson(database, organizationId, contactId, person, typeIds),
  );
  if (address !== undefined) addresses.add(database, { ...address, organizationId, contactId });
  for (const gift of given) crmGifts.add(database, { ...gift, organizationId, contactId });
  return { contactId, individualIds };
};

const storePerson = (
  database: SandboxDatabase,
  organizationId: number,
  contactId: number,
  { input, methods }: SeededPerson,
  typeIds: TypeIds,
): number => {
  const individualId = individuals.add(database, { ...input, organizationId, contactId });
  for (const { channel, variant, value, isOptedIn, isPrimary } of methods) {
    const ids = typeIds.methods[channel];
    const typeId = ids[variant % ids.length];
    if (typeId === undefined) throw new Error(`no contact method type is set up for ${channel}`);
    contactMethods.add(database, { organizationId, individualId, typeId, value, isOptedIn, isPrimary });
  }
  return individualId;
};

interface NoteOwner {
  readonly database: SandboxDatabase;
  readonly organizationId: number;
  readonly contactId: number;
  readonly typeIds: readonly [number, ...number[]];
  readonly now: number;
}

const seedNote = (random: Random, owner: NoteOwner, withReminder: boolean): void => {
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

/** An active webhook with every flag, an active one with a few, and an inactive one (EVT-01, EVT-02). */
export const seedWebhooks = (context: SeedContext, organizationId: number, host: string): void => {
  const subscribe = (name: string, kinds: readonly CrmEventKind[], active: boolean): void => {
    const random = createRandom(context.seed, `crm ${organizationId} webhook ${name}`);
    webhooks.add(context.database, {
      interface: "crm",
      organizationId,
      payloadUrl: `https://${host}/${name}`,
      secret: random.token(32),
      active,
      kinds,
    });
  };
  subscribe("everything", crmEventKinds, true);
  subscribe("giving", ["giftCreate", "giftUpdate", "giftDelete"], true);
  subscribe("off", crmEventKinds, false);
};
