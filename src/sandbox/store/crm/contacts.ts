import type { Database } from "../database.ts";
import {
  boolean,
  decimal,
  Entity,
  instant,
  integer,
  organization,
  text,
  type InputOf,
  type RecordOf,
} from "../entity.ts";
import { sql, type Sql } from "../sql.ts";
import { inSight, type Viewer } from "./viewer.ts";

/**
 * A contact without its parts: individuals, address and gifts have their own tables. Null means unknown. The reference
 * is the contact's id in an outside system, unique within the organization. Types form an open set.
 */
export const contacts = new Entity(
  "crm_contact",
  {
    organizationId: organization,
    referenceId: text.replaceable.internal,
    contactType: text.required.replaceable,
    isPrivate: boolean.required.replaceable,
    name: text.required.folded.replaceable,
    informalName: text.replaceable.neverNull,
    description: text.replaceable.neverNull,
    website: text.replaceable,
    maritalStatus: text.replaceable,
    anniversaryMonth: integer.replaceable,
    anniversaryDay: integer.replaceable,
    anniversaryYear: integer.replaceable,
    giftAskAmount: decimal.replaceable,
    giftAskType: text.replaceable.neverNull,
    createdAt: instant.required.internal,
    modifiedAt: instant.required.internal,
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

const find = (database: Database, viewer: Viewer, condition: Sql): Contact | undefined =>
  contacts.find(database, sql`${inSight(viewer)} and ${condition}`);

/** The contact with the id, if visible. */
export const findContact = (database: Database, viewer: Viewer, id: number): Contact | undefined =>
  find(database, viewer, sql`id = ${id}`);

/** The contact with the outside system's id, if visible. */
export const findContactByReference = (
  database: Database,
  viewer: Viewer,
  referenceId: string,
): Contact | undefined => find(database, viewer, sql`reference_id = ${referenceId}`);

/** Whether a contact other than `exceptId`, visible or not, has this reference. */
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

/** Visible contacts whose name begins with the text, ignoring the case of A to Z, by name; all if it is empty. */
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
