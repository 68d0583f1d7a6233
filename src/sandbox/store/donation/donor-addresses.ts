import { sql } from "../sql.ts";
import { boolean, integer, presentAll, text, type Row } from "./field.ts";
import type { DonationRecord, Kind, PartSource } from "./kind.ts";
import { rowsBy } from "./related.ts";

/** Addresses of donors. At most one of a donor is the primary one. */
export const donorAddressSchema = sql`
  create table donation_donor_address (
    id integer primary key,
    organization_id integer not null,
    donor_id integer not null,
    label text collate nocase,
    address1 text collate nocase,
    address2 text collate nocase,
    city text collate nocase,
    state text collate nocase,
    postal text collate nocase,
    country text collate nocase,
    is_primary integer not null
  ) strict;
`;

export const donorAddressIndexes = sql`
  create index donation_donor_address_by_donor on donation_donor_address (donor_id);
`;

export const donorAddresses: Kind = {
  name: "donorAddress",
  table: sql`donation_donor_address`,
  isLarge: false,
  fields: [
    integer("id", sql`id`, { isSortable: true }),
    integer("donorId", sql`donor_id`, { isSortable: true }),
    text("label", sql`label`),
    text("address1", sql`address1`),
    text("address2", sql`address2`),
    text("city", sql`city`),
    text("state", sql`state`),
    text("postal", sql`postal`),
    text("country", sql`country`),
    boolean("isPrimary", sql`is_primary`),
  ],
  parts: [],
};

/** The addresses of each donor, by id. */
export const addressesOf = ({
  database,
  organizationId,
  rows,
}: PartSource): ((row: Row) => readonly DonationRecord[]) => {
  const ids = rows.map(({ id }) => id);
  const found = rowsBy(database, { table: donorAddresses.table, column: sql`donor_id`, organizationId, ids });
  return ({ id }) => (found.get(id) ?? []).map((row) => presentAll(shown, row));
};

const shown = donorAddresses.fields.filter(({ name }) => name !== "donorId");
