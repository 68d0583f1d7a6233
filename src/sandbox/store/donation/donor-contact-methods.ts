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

/** Types that hold an e-mail address, and those that hold a telephone number. */
const emailTypes = ["Home Email", "Work Email"] as const;
const phoneTypes = ["Home Phone", "Mobile Phone", "Work Phone"] as const;

/** Contact methods of donors. */
export const donorContactMethods = new Kind("donorContactMethod", {
  organizationId,
  donorId: integer.required.sortable.indexed,
  type: text.required.oneOf([...emailTypes, ...phoneTypes]),
  value: text.required,
  isPrimary: boolean.required,
  isOptedIn: boolean.required,
});

type Presenter = (method: DonationRecord) => DonationRecord;

const methodsOf =
  (types: readonly string[], presenter: Presenter) =>
  (source: PartSource): ((row: Row) => readonly DonationRecord[]) => {
    const rowsOf = rowsOfEach(source, donorContactMethods.table, sql`donor_id`);
    return (donor) =>
      rowsOf(donor)
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
