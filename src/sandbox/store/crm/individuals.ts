import type { Database } from "../database.ts";
import { boolean, Entity, integer, organization, text, type InputOf, type RecordOf } from "../entity.ts";
import { sql } from "../sql.ts";
import { contacts } from "./contacts.ts";
import { inSight, type Viewer } from "./viewer.ts";

/** A person belonging to a contact; null means unknown. */
export const individuals = new Entity(
  "crm_individual",
  {
    organizationId: organization,
    contactId: integer.required.internal.to(contacts.table),
    prefix: text.replaceable.neverNull,
    firstName: text.required.replaceable,
    middleName: text.replaceable.neverNull,
    lastName: text.required.replaceable,
    suffix: text.replaceable,
    gender: text.replaceable.neverNull,
    isPrimary: boolean.required.replaceable,
    isSecondary: boolean.required.replaceable,
    birthMonth: integer.replaceable.internal,
    birthDay: integer.replaceable.internal,
    birthYear: integer.replaceable.internal,
    isDeceased: boolean.required.replaceable,
    passion: text.replaceable.neverNull,
  },
  { indexes: sql`create index crm_individual_by_contact on crm_individual (contact_id)` },
);

export type Individual = RecordOf<typeof individuals>;
export type IndividualInput = InputOf<typeof individuals, "contactId">;

/** The people of a contact, by id. */
export const individualsOf = (
  database: Database,
  organizationId: number,
  contactId: number,
): readonly Individual[] =>
  individuals.all(
    database,
    sql`organization_id = ${organizationId} and contact_id = ${contactId} order by id`,
  );

const withContact = { from: sql`crm_individual join crm_contact on crm_contact.id = contact_id` };

/** The person with the id, if the contact is visible. */
export const findIndividual = (database: Database, viewer: Viewer, id: number): Individual | undefined =>
  individuals.find(database, sql`${inSight(viewer)} and crm_individual.id = ${id}`, withContact);
