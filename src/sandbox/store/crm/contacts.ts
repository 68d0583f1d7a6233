import type { SandboxDatabase } from "../database.ts";
import {
  booleanColumn,
  decimalColumn,
  Entity,
  instantColumn,
  integerColumn,
  organization,
  textColumn,
  type InputOf,
  type RecordOf,
  moreColumn,
} from "../entity.ts";
import { sql, type SqlText } from "../sql.ts";
import { inSight, type Viewer } from "./viewer.ts";

/**
 * A contact without its parts: individuals, address and gifts have their own tables. Null means unknown. The reference
 * is the contact's id in an outside system, unique within the organization. Types form an open set.
 */
export const contacts = new Entity(
  "crm_contact",
  {
    organizationId: organization,
    referenceId: textColumn.replaceable.internal,
    contactType: textColumn.required.replaceable,
    isPrivate: booleanColumn.required.replaceable,
    name: textColumn.required.folded.replaceable,
    informalName: textColumn.replaceable.neverNull,
    description: textColumn.replaceable.neverNull,
    website: textColumn.replaceable,
    maritalStatus: textColumn.replaceable,
    anniversaryMonth: integerColumn.replaceable,
    anniversaryDay: integerColumn.replaceable,
    anniversaryYear: integerColumn.replaceable,
    giftAskAmount: decimalColumn.replaceable,
    giftAskType: textColumn.replaceable.neverNull,
    createdAt: instantColumn.required.internal,
    modifiedAt: instantColumn.required.internal,
    more: moreColumn,
  },
  {
    indexes: sql`
      create unique index crm_contact_by_reference on crm_contact (organization_id, reference_id)
        where reference_id is not null;
      create index crm_contact_by_name on crm_contact (organization_id, name, is_private)`,
  },
);

export type Contact = RecordOf<typeof contacts>;
export type ContactInput = InputOf<typeof contacts, "createdAt" | "modifiedAt">;

type ContactSummary = Pick<Contact, "id" | "contactType" | "name">;

const find = (database: SandboxDatabase, viewer: Viewer, condition: SqlText): Contact | undefined =>
  contacts.find(database, sql`${inSight(viewer)} and ${condition}`);

/** The contact with the id, if visible. */
export const findContact = (database: SandboxDatabase, viewer: Viewer, id: number): Contact | undefined =>
  find(database, viewer, sql`id = ${id}`);

/** The contact with the outside system's id, if visible. */
export const findContactByReference = (
  database: SandboxDatabase,
  viewer: Viewer,
  referenceId: string,
): Contact | undefined => find(database, viewer, sql`reference_id = ${referenceId}`);

/** A contact that is reached by this value, such as an e-mail address, in any case. */
export const findContactByMethod = (
  database: SandboxDatabase,
  viewer: Viewer,
  value: string,
): Contact | undefined =>
  find(
    database,
    viewer,
    sql`id in (select person.contact_id from crm_individual as person
      join crm_contact_method as method on method.individual_id = person.id
      where method.value = ${value} collate nocase) order by id`,
  );

/** Whether a contact other than `exceptId`, visible or not, has this reference. */
export const isReferenceTaken = (
  database: SandboxDatabase,
  organizationId: number,
  referenceId: string,
  exceptId?: number,
): boolean =>
  database.get(sql`
    select 1 from crm_contact
    where organization_id = ${organizationId} and reference_id = ${referenceId} and id is not ${exceptId ?? null}`) !==
  undefined;

/** Visible contacts whose name begins with the text, ignoring the case of A to Z, by name; all if it is empty. */
export const findContacts = (
  database: SandboxDatabase,
  viewer: Viewer,
  beginning: string,
  page: { readonly skip: number; readonly take: number },
): { readonly list: readonly ContactSummary[]; readonly total: number } => {
  const afterAll = `${beginning}\u{10FFFF}`;
  const matching = sql`from crm_contact where ${inSight(viewer)} and name >= ${beginning} and name < ${afterAll}`;
  const list = database.all<ContactSummary>(sql`
    select id, contact_type as contactType, name ${matching} order by name, id limit ${page.take} offset ${page.skip}`);
  const total = database.get<{ total: number }>(sql`select count(*) as total ${matching}`)?.total ?? 0;
  return { list, total };
};

/** A person belonging to a contact; null means unknown. */
export const individuals = new Entity(
  "crm_individual",
  {
    organizationId: organization,
    contactId: integerColumn.required.internal.to(contacts.table),
    prefix: textColumn.replaceable.neverNull,
    firstName: textColumn.required.replaceable,
    middleName: textColumn.replaceable.neverNull,
    lastName: textColumn.required.replaceable,
    suffix: textColumn.replaceable,
    gender: textColumn.replaceable.neverNull,
    isPrimary: booleanColumn.required.replaceable,
    isSecondary: booleanColumn.required.replaceable,
    birthMonth: integerColumn.replaceable.internal,
    birthDay: integerColumn.replaceable.internal,
    birthYear: integerColumn.replaceable.internal,
    isDeceased: booleanColumn.required.replaceable,
    passion: textColumn.replaceable.neverNull,
    more: moreColumn,
  },
  { indexes: sql`create index crm_individual_by_contact on crm_individual (contact_id)` },
);

export type Individual = RecordOf<typeof individuals>;
export type IndividualInput = InputOf<typeof individuals, "contactId">;

/** The people of a contact, by id. */
export const individualsOf = (
  database: SandboxDatabase,
  organizationId: number,
  contactId: number,
): readonly Individual[] =>
  individuals.all(
    database,
    sql`organization_id = ${organizationId} and contact_id = ${contactId} order by id`,
  );

const withContact = { from: sql`crm_individual join crm_contact on crm_contact.id = contact_id` };

/** The person with the id, if the contact is visible. */
export const findIndividual = (
  database: SandboxDatabase,
  viewer: Viewer,
  id: number,
): Individual | undefined =>
  individuals.find(database, sql`${inSight(viewer)} and crm_individual.id = ${id}`, withContact);

/** A contact method type configured by an organization, with its channel. */
export const methodTypes = new Entity(
  "crm_method_type",
  {
    organizationId: organization,
    name: textColumn.required,
    channel: textColumn.required.oneOf(["email", "phone", "other"]),
  },
  { constraint: sql`unique (organization_id, name)` },
);

export type Channel = RecordOf<typeof methodTypes>["channel"];

/** A contact method of a person. It refers to its type, so every type is a configured one (CRM-05). */
export const contactMethods = new Entity(
  "crm_contact_method",
  {
    organizationId: organization,
    individualId: integerColumn.required.internal.to(individuals.table),
    typeId: integerColumn.required.internal.to(methodTypes.table),
    value: textColumn.required.replaceable,
    isOptedIn: booleanColumn.required.replaceable,
    isPrimary: booleanColumn.required.replaceable,
    more: moreColumn,
  },
  { indexes: sql`create index crm_contact_method_by_individual on crm_contact_method (individual_id)` },
);

export type ContactMethod = RecordOf<typeof contactMethods>;

/** The configured types, oldest first. */
export const methodTypesOf = (
  database: SandboxDatabase,
  organizationId: number,
): readonly RecordOf<typeof methodTypes>[] =>
  methodTypes.all(database, sql`organization_id = ${organizationId} order by id`);

/** A person's primary method of the channel, otherwise the first; undefined without any. */
export const reachedBy = (
  database: SandboxDatabase,
  organizationId: number,
  individualId: number,
  channel: Channel,
): string | undefined =>
  database.get<{ value: string }>(sql`
    select method.value from crm_contact_method as method join crm_method_type as type on type.id = method.type_id
    where method.organization_id = ${organizationId} and method.individual_id = ${individualId}
      and type.channel = ${channel}
    order by method.is_primary desc, method.id limit 1`)?.value;

/** The addresses of a contact; answers show its primary one. The season parts limit when an address is in use. */
export const addresses = new Entity(
  "crm_address",
  {
    organizationId: organization,
    contactId: integerColumn.required.internal.to(contacts.table),
    label: textColumn.replaceable.neverNull,
    address1: textColumn.replaceable.neverNull,
    address2: textColumn.replaceable,
    city: textColumn.replaceable.neverNull,
    state: textColumn.replaceable.neverNull,
    postal: textColumn.replaceable.neverNull,
    country: textColumn.replaceable.neverNull,
    isPrimary: booleanColumn.required.replaceable,
    startMonth: integerColumn.replaceable,
    startDay: integerColumn.replaceable,
    endMonth: integerColumn.replaceable,
    endDay: integerColumn.replaceable,
    more: moreColumn,
  },
  { indexes: sql`create index crm_address_by_contact on crm_address (contact_id)` },
);

export type AddressInput = InputOf<typeof addresses, "contactId">;
