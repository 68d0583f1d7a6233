import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

/** The properties of an address; null means unknown. The season parts bound when it is in use. */
export interface AddressInput {
  readonly label: string | null;
  readonly address1: string | null;
  readonly address2: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly postal: string | null;
  readonly country: string | null;
  readonly isPrimary: boolean;
  readonly startMonth: number | null;
  readonly startDay: number | null;
  readonly endMonth: number | null;
  readonly endDay: number | null;
}

/** The address of a contact. */
export interface Address extends AddressInput {
  readonly id: number;
}

/** A contact has one address or none. */
export const addressSchema = sql`
  create table crm_address (
    id integer primary key,
    organization_id integer not null references organization (id),
    contact_id integer not null unique references crm_contact (id),
    label text,
    address1 text,
    address2 text,
    city text,
    state text,
    postal text,
    country text,
    is_primary integer not null,
    start_month integer,
    start_day integer,
    end_month integer,
    end_day integer
  ) strict;
`;

/** Stores the address of a contact that has none, and returns its id. */
export const addAddress = (
  database: Database,
  organizationId: number,
  address: AddressInput & { readonly contactId: number },
): number =>
  database.run(sql`
    insert into crm_address (organization_id, contact_id, label, address1, address2, city, state, postal, country,
      is_primary, start_month, start_day, end_month, end_day)
    values (${organizationId}, ${address.contactId}, ${address.label}, ${address.address1},
      ${address.address2}, ${address.city}, ${address.state}, ${address.postal}, ${address.country},
      ${address.isPrimary}, ${address.startMonth}, ${address.startDay}, ${address.endMonth},
      ${address.endDay})`).lastId;

interface AddressRow extends Omit<Address, "isPrimary"> {
  readonly isPrimary: number;
}

const made = (row: AddressRow): Address => ({ ...row, isPrimary: row.isPrimary === 1 });

/** The address of a contact, or undefined when it has none. */
export const addressOf = (
  database: Database,
  organizationId: number,
  contactId: number,
): Address | undefined => {
  const row = database.get<AddressRow>(sql`
    select id, label, address1, address2, city, state, postal, country, is_primary as isPrimary,
      start_month as startMonth, start_day as startDay, end_month as endMonth, end_day as endDay
    from crm_address where organization_id = ${organizationId} and contact_id = ${contactId}`);
  return row === undefined ? undefined : made(row);
};
