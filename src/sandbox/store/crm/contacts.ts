import type { Database } from "../database.ts";
import { sql, type Sql } from "../sql.ts";
import { inSight, type Viewer } from "./viewer.ts";

/** The properties of a contact; null means unknown. */
export interface ContactInput {
  /** The identifier that an outside system knows it by, unique within the organization. */
  readonly referenceId: string | null;
  /** An open set: Household, Organization, Foundation and others. */
  readonly contactType: string;
  readonly isPrivate: boolean;
  readonly name: string;
  readonly informalName: string | null;
  readonly description: string | null;
  readonly website: string | null;
  readonly maritalStatus: string | null;
  readonly anniversaryMonth: number | null;
  readonly anniversaryDay: number | null;
  readonly anniversaryYear: number | null;
  /** Cents. */
  readonly giftAskAmount: number | null;
  readonly giftAskType: string | null;
}

/** A contact without its parts: individuals, address and gifts have tables of their own. */
export interface Contact extends ContactInput {
  readonly id: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly modifiedAt: number;
}

/** A contact in a list. */
export interface ContactSummary {
  readonly id: number;
  readonly contactType: string;
  readonly name: string;
}

export const contactSchema = sql`
  create table crm_contact (
    id integer primary key,
    organization_id integer not null references organization (id),
    reference_id text,
    contact_type text not null,
    is_private integer not null,
    name text not null collate nocase,
    informal_name text,
    description text,
    website text,
    marital_status text,
    anniversary_month integer,
    anniversary_day integer,
    anniversary_year integer,
    gift_ask_amount integer,
    gift_ask_type text,
    created_at integer not null,
    modified_at integer not null
  ) strict;
  create unique index crm_contact_by_reference on crm_contact (organization_id, reference_id)
    where reference_id is not null;
  create index crm_contact_by_name on crm_contact (organization_id, name, is_private);
`;

interface ContactRow extends Omit<Contact, "isPrivate"> {
  readonly isPrivate: number;
}

const contactOf = (row: ContactRow): Contact => ({ ...row, isPrivate: row.isPrivate === 1 });

const find = (database: Database, viewer: Viewer, condition: Sql): Contact | undefined => {
  const row = database.get<ContactRow>(sql`
    select id, reference_id as referenceId, contact_type as contactType, is_private as isPrivate, name,
      informal_name as informalName, description, website, marital_status as maritalStatus,
      anniversary_month as anniversaryMonth, anniversary_day as anniversaryDay, anniversary_year as anniversaryYear,
      gift_ask_amount as giftAskAmount, gift_ask_type as giftAskType, created_at as createdAt,
      modified_at as modifiedAt
    from crm_contact where ${inSight(viewer)} and ${condition}`);
  return row === undefined ? undefined : contactOf(row);
};

/** The contact with that id, if it is in sight. */
export const findContact = (database: Database, viewer: Viewer, id: number): Contact | undefined =>
  find(database, viewer, sql`id = ${id}`);

/** The contact that an outside system knows by that identifier, if it is in sight. */
export const findContactByReference = (
  database: Database,
  viewer: Viewer,
  referenceId: string,
): Contact | undefined => find(database, viewer, sql`reference_id = ${referenceId}`);

/** Whether a contact other than `exceptId` has that identifier already, in sight or not. */
export const isReferenceTaken = (
  database: Database,
  organizationId: number,
  referenceId: string,
  exceptId?: number,
): boolean =>
  database.get(sql`
    select 1 from crm_contact
    where organization_id = ${organizationId} and reference_id = ${referenceId} and id is not ${exceptId ?? null}`) !==
  undefined;

/** Stores a contact and returns its id. */
export const addContact = (
  database: Database,
  organizationId: number,
  contact: ContactInput & { readonly createdAt: number },
): number =>
  database.run(sql`
    insert into crm_contact (organization_id, reference_id, contact_type, is_private, name, informal_name,
      description, website, marital_status, anniversary_month, anniversary_day, anniversary_year, gift_ask_amount,
      gift_ask_type, created_at, modified_at)
    values (${organizationId}, ${contact.referenceId}, ${contact.contactType},
      ${contact.isPrivate}, ${contact.name}, ${contact.informalName}, ${contact.description}, ${contact.website},
      ${contact.maritalStatus}, ${contact.anniversaryMonth}, ${contact.anniversaryDay}, ${contact.anniversaryYear},
      ${contact.giftAskAmount}, ${contact.giftAskType}, ${contact.createdAt}, ${contact.createdAt})`).lastId;

/** Overwrites a contact whole. */
export const saveContact = (
  database: Database,
  organizationId: number,
  id: number,
  contact: ContactInput,
  now: number,
): void => {
  database.run(sql`
    update crm_contact set reference_id = ${contact.referenceId}, contact_type = ${contact.contactType},
      is_private = ${contact.isPrivate}, name = ${contact.name}, informal_name = ${contact.informalName},
      description = ${contact.description}, website = ${contact.website}, marital_status = ${contact.maritalStatus},
      anniversary_month = ${contact.anniversaryMonth}, anniversary_day = ${contact.anniversaryDay},
      anniversary_year = ${contact.anniversaryYear}, gift_ask_amount = ${contact.giftAskAmount},
      gift_ask_type = ${contact.giftAskType}, modified_at = ${now}
    where organization_id = ${organizationId} and id = ${id}`);
};

/** Contacts in sight whose name begins with a text, letters A to Z in either case, by name; an empty text is all. */
export const searchContacts = (
  database: Database,
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
