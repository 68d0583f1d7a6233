import { join, sql, type Sql } from "../sql.ts";
import { boolean, fieldJson, fieldsJson, integer, Kind, objectJson, organizationId, text } from "./kind.ts";
import { listJson } from "./related.ts";

/** Types with an e-mail address, and types with a telephone number. */
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

const related = sql`related`;

/** SQL for the contact methods of a donor. */
export const contactMethodsJson = listJson(
  donorContactMethods.table,
  sql`donor_id`,
  fieldsJson(
    donorContactMethods.fields.filter(({ name }) => name !== "donorId"),
    related,
  ),
);

/** SQL for the values of the methods of some types, without their other columns. */
const valuesJson = (called: string, types: readonly string[]): Sql => {
  const isPrimary = fieldJson({ type: "boolean", column: sql`is_primary` }, related);
  const shown = objectJson({ id: sql`related.id`, [called]: sql`related.value`, isPrimary });
  const condition = sql`related.type in (${join(
    types.map((type) => sql`${type}`),
    sql`, `,
  )})`;
  return listJson(donorContactMethods.table, sql`donor_id`, shown, condition);
};

export const emailAddressesJson = valuesJson("email", emailTypes);
export const phoneNumbersJson = valuesJson("phone", phoneTypes);
