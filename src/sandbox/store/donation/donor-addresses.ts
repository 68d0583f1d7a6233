import { sql } from "../sql.ts";
import { boolean, fieldsJson, integer, Kind, organizationId, text } from "./kind.ts";
import { listJson } from "./related.ts";

/** Addresses of donors. At most one per donor is primary. */
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
const address = fieldsJson(shown, sql`related`);

/** SQL for the addresses of a donor. */
export const addressesJson = listJson(donorAddresses.table, sql`donor_id`, address);

/** SQL for the primary address of a donor, or null. */
export const primaryAddressJson = sql`(select ${address} from ${donorAddresses.table} as related
  where related.organization_id = record.organization_id and related.donor_id = record.id and related.is_primary
  order by related.id limit 1)`;
