import type { Database } from "../database.ts";
import { boolean, Entity, integer, organization, text, type RecordOf } from "../entity.ts";
import { sql } from "../sql.ts";
import { individuals } from "./individuals.ts";

/** A contact method type configured by an organization, with its channel. */
export const methodTypes = new Entity(
  "crm_method_type",
  {
    organizationId: organization,
    name: text.required,
    channel: text.required.oneOf(["email", "phone", "other"]),
  },
  { constraint: sql`unique (organization_id, name)` },
);

export type Channel = RecordOf<typeof methodTypes>["channel"];

/** A contact method of a person. It refers to its type, so every type is a configured one (CRM-05). */
export const contactMethods = new Entity(
  "crm_contact_method",
  {
    organizationId: organization,
    individualId: integer.required.internal.to(individuals.table),
    typeId: integer.required.internal.to(methodTypes.table),
    value: text.required.replaceable,
    isOptedIn: boolean.required.replaceable,
    isPrimary: boolean.required.replaceable,
  },
  { indexes: sql`create index crm_contact_method_by_individual on crm_contact_method (individual_id)` },
);

export type ContactMethod = RecordOf<typeof contactMethods>;

/** The configured types, oldest first. */
export const methodTypesOf = (
  database: Database,
  organizationId: number,
): readonly RecordOf<typeof methodTypes>[] =>
  methodTypes.all(database, sql`organization_id = ${organizationId} order by id`);

/** A person's primary method of the channel, otherwise the first; undefined without any. */
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
