import type { Row } from "../entity.ts";
import { sql } from "../sql.ts";
import {
  boolean,
  integer,
  Kind,
  organizationId,
  presentAll,
  text,
  type DonationRecord,
  type PartSource,
} from "./kind.ts";
import { rowsOfEach } from "./related.ts";

/** Addresses of donors. At most one of a donor is the primary one. */
export const donorAddresses = new Kind("donorAddress", {
  organizationId,
  donorId: integer.required.sortable.indexed,
  label: text,
  address1: text,
  address2: text,
  city: text,
  state: text,
  postal: text,
  country: text,
  isPrimary: boolean.required,
});

const shown = donorAddresses.fields.filter(({ name }) => name !== "donorId");

/** The addresses of each donor, by id. */
export const addressesOf = (source: PartSource): ((row: Row) => readonly DonationRecord[]) => {
  const rowsOf = rowsOfEach(source, donorAddresses.table, sql`donor_id`);
  return (donor) => rowsOf(donor).map((row) => presentAll(shown, row));
};
