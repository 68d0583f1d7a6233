import { sql } from "../sql.ts";
import { boolean, integer, presentAll, text, type Row } from "./field.ts";
import type { DonationRecord, Kind, PartSource } from "./kind.ts";
import { rowsBy } from "./related.ts";

/** Types that hold an e-mail address, and those that hold a telephone number. */
export const emailTypes = ["Home Email", "Work Email"] as const;
export const phoneTypes = ["Home Phone", "Mobile Phone", "Work Phone"] as const;

/** Contact methods of donors. */
export const donorContactMethodSchema = sql`
  create table donation_donor_contact_method (
    id integer primary key,
    organization_id integer not null,
    donor_id integer not null,
    type text not null collate nocase,
    value text not null collate nocase,
    is_primary integer not null,
    is_opted_in integer not null
  ) strict;
`;

export const donorContactMethodIndexes = sql`
  create index donation_donor_contact_method_by_donor on donation_donor_contact_method (donor_id);
`;

export const donorContactMethods: Kind = {
  name: "donorContactMethod",
  table: sql`donation_donor_contact_method`,
  isLarge: false,
  fields: [
    integer("id", sql`id`, { isSortable: true }),
    integer("donorId", sql`donor_id`, { isSortable: true }),
    text("type", sql`type`, { values: [...emailTypes, ...phoneTypes] }),
    text("value", sql`value`),
    boolean("isPrimary", sql`is_primary`),
    boolean("isOptedIn", sql`is_opted_in`),
  ],
  parts: [],
};

type Presenter = (method: DonationRecord) => DonationRecord;

const methodsOf =
  (types: readonly string[], presenter: Presenter) =>
  ({ database, organizationId, rows }: PartSource): ((row: Row) => readonly DonationRecord[]) => {
    const ids = rows.map(({ id }) => id);
    const found = rowsBy(database, {
      table: donorContactMethods.table,
      column: sql`donor_id`,
      organizationId,
      ids,
    });
    return ({ id }) =>
      (found.get(id) ?? [])
        .map((row) => presentAll(shown, row))
        .filter(({ type }) => types.includes(String(type)))
        .map(presenter);
  };

const shown = donorContactMethods.fields.filter(({ name }) => name !== "donorId");

/** The contact methods of each donor, by id. */
export const contactMethodsOf = methodsOf([...emailTypes, ...phoneTypes], (method) => method);

/** The contact methods that are e-mail addresses, in the form that lists nothing else. */
export const emailAddressesOf = methodsOf(emailTypes, ({ id, value, isPrimary }) => ({
  id,
  email: value,
  isPrimary,
}));

/** The contact methods that are telephone numbers, in the form that lists nothing else. */
export const phoneNumbersOf = methodsOf(phoneTypes, ({ id, value, isPrimary }) => ({
  id,
  phone: value,
  isPrimary,
}));
