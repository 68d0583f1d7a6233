import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

/** What a type of contact method is reached by. */
export type Channel = "email" | "phone" | "other";

/** A type of contact method that an organization has set up; the name is unique within it. */
export interface MethodType {
  readonly id: number;
  readonly name: string;
  readonly channel: Channel;
}

/** One way of reaching a person. */
export interface ContactMethod {
  readonly id: number;
  readonly individualId: number;
  /** Name of the type. */
  readonly type: string;
  readonly value: string;
  readonly isOptedIn: boolean;
  readonly isPrimary: boolean;
}

/** A method refers to its type, so none can have one that is not configured (CRM-05). */
export const contactMethodSchema = sql`
  create table crm_method_type (
    id integer primary key,
    organization_id integer not null references organization (id),
    name text not null,
    channel text not null,
    unique (organization_id, name)
  ) strict;
  create table crm_contact_method (
    id integer primary key,
    organization_id integer not null references organization (id),
    individual_id integer not null references crm_individual (id),
    type_id integer not null references crm_method_type (id),
    value text not null,
    is_opted_in integer not null,
    is_primary integer not null
  ) strict;
  create index crm_contact_method_by_individual on crm_contact_method (individual_id);
`;

/** Configures a type and returns its id. */
export const addMethodType = (
  database: Database,
  organizationId: number,
  type: Omit<MethodType, "id">,
): number =>
  database.run(sql`
    insert into crm_method_type (organization_id, name, channel)
    values (${organizationId}, ${type.name}, ${type.channel})`).lastId;

/** The configured types in the order they were set up. */
export const methodTypes = (database: Database, organizationId: number): readonly MethodType[] =>
  database.all<MethodType>(
    sql`select id, name, channel from crm_method_type where organization_id = ${organizationId} order by id`,
  );

/** Stores a method and returns its id. */
export const addContactMethod = (
  database: Database,
  organizationId: number,
  method: Omit<ContactMethod, "id" | "type"> & { readonly typeId: number },
): number =>
  database.run(sql`
    insert into crm_contact_method (organization_id, individual_id, type_id, value, is_opted_in, is_primary)
    values (${organizationId}, ${method.individualId}, ${method.typeId}, ${method.value},
      ${method.isOptedIn}, ${method.isPrimary})`).lastId;

interface MethodRow extends Omit<ContactMethod, "isOptedIn" | "isPrimary"> {
  readonly isOptedIn: number;
  readonly isPrimary: number;
}

const methodOf = (row: MethodRow): ContactMethod => ({
  ...row,
  isOptedIn: row.isOptedIn === 1,
  isPrimary: row.isPrimary === 1,
});

/** The methods of all people of a contact, by id. */
export const methodsOfContact = (
  database: Database,
  organizationId: number,
  contactId: number,
): ContactMethod[] =>
  database
    .all<MethodRow>(
      sql`select method.id, method.individual_id as individualId, type.name as type, method.value,
          method.is_opted_in as isOptedIn, method.is_primary as isPrimary
        from crm_individual as individual
        join crm_contact_method as method on method.individual_id = individual.id
        join crm_method_type as type on type.id = method.type_id
        where individual.organization_id = ${organizationId} and individual.contact_id = ${contactId}
        order by method.id`,
    )
    .map(methodOf);

/** Where to reach a person by a channel: the primary method of it, else the first; undefined without any. */
export const reachedBy = (
  database: Database,
  organizationId: number,
  individualId: number,
  channel: Channel,
): string | undefined =>
  database.get<{ value: string }>(sql`
    select method.value from crm_contact_method as method join crm_method_type as type on type.id = method.type_id
    where method.organization_id = ${organizationId} and method.individual_id = ${individualId}
      and type.channel = ${channel}
    order by method.is_primary desc, method.id limit 1`)?.value;
