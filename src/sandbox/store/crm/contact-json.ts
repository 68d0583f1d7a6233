import type { Assumptions } from "../../assumptions/assumptions.ts";
import { madeOnce } from "../../../core/model/made-once.ts";
import type { SandboxDatabase } from "../database.ts";
import type { Column, Entity } from "../entity.ts";
import { join, sql, sqlKey, withParameters, type SqlText } from "../sql.ts";
import { objectJson } from "../donation/kind.ts";
import { addresses, contactMethods, contacts, individuals } from "./contacts.ts";

/** A property with the SQL of its value, or of its JSON text: then it is left out if that is null. */
type Member = { readonly name: string } & ({ readonly value: SqlText } | { readonly text: SqlText });

const allButTheLast = (text: SqlText): SqlText => sql`substr(${text}, -1, -1000000000)`;

/** SQL for an object as JSON text. The first property has a value; many values at once take half as long as single ones. */
const objectText = (members: readonly Member[]): SqlText => {
  const pieces: SqlText[] = [];
  let given: [string, SqlText][] = [];
  const flush = (): void => {
    if (given.length === 0) return;
    const text = allButTheLast(objectJson(Object.fromEntries(given)));
    pieces.push(pieces.length === 0 ? text : sql`',' || substr(${text}, 2)`);
    given = [];
  };
  for (const member of members) {
    if ("value" in member) {
      given.push([member.name, member.value]);
      continue;
    }
    flush();
    pieces.push(sql`coalesce(${sqlKey(member.name)} || ${member.text}, '')`);
  }
  flush();
  return sql`${join(pieces, sql` || `)} || '}'`;
};

/** SQL for a list of rows, in the order of their ids. */
const listText = (row: SqlText, id: SqlText, from: SqlText): SqlText =>
  sql`'[' || coalesce((select group_concat(${row}, ',' order by ${id}) from ${from}), '') || ']'`;

/** Cents as a decimal string (GEN-01). */
const amount = (cents: SqlText): SqlText => sql`printf('%d.%02d', ${cents} / 100, ${cents} % 100)`;

const moment = (instant: SqlText): SqlText =>
  sql`strftime('%Y-%m-%dT%H:%M:%SZ', ${instant} / 1000, 'unixepoch')`;

const valueOf = ({ type }: Column<unknown>, stored: SqlText): SqlText => {
  if (type === "boolean") return sql`json(iif(${stored}, 'true', 'false'))`;
  return type === "decimal" ? amount(sql`coalesce(${stored}, 0)`) : stored;
};

/** The columns of a record that answers show. An unknown text that is never null is empty or left out (U-01). */
const membersOf = ({ named }: Entity, row: SqlText, assumptions: Assumptions): readonly Member[] => [
  { name: "id", value: sql`${row}.id` },
  ...named
    .filter(({ column: { details } }) => details.isHidden === undefined)
    .map(({ name, column, stored }): Member => {
      const own = sql`${row}.${stored}`;
      if (column.details.isNeverNull !== true) return { name, value: valueOf(column, own) };
      return assumptions["U-01"] === "empty"
        ? { name, value: sql`coalesce(${own}, '')` }
        : { name, text: sql`iif(${own} is null, null, json_quote(${own}))` };
    }),
];

/** Unknown parts of the birth date are left out (U-01). */
const birth: readonly Member[] = [
  { name: "birthMonth", text: sql`person.birth_month` },
  { name: "birthDay", text: sql`person.birth_day` },
  { name: "birthYear", text: sql`person.birth_year` },
  {
    name: "approximateAge",
    text: sql`max(0, cast(asked.year as integer) - person.birth_year
      - (asked.day < 100 * coalesce(person.birth_month, 1) + coalesce(person.birth_day, 1)))`,
  },
  {
    name: "birthDate",
    text: sql`iif(person.birth_year + person.birth_month + person.birth_day is null, null,
      printf('"%04d-%02d-%02dT00:00:00Z"', person.birth_year, person.birth_month, person.birth_day))`,
  },
];

const methodsText = (assumptions: Assumptions): SqlText =>
  listText(
    objectText([
      ...membersOf(contactMethods, sql`method`, assumptions),
      { name: "type", value: sql`type.name` },
    ]),
    sql`method.id`,
    sql`crm_contact_method as method join crm_method_type as type on type.id = method.type_id
      where method.individual_id = person.id`,
  );

const peopleText = (assumptions: Assumptions): SqlText =>
  listText(
    objectText([
      ...membersOf(individuals, sql`person`, assumptions),
      ...birth,
      { name: "contactMethods", text: methodsText(assumptions) },
    ]),
    sql`person.id`,
    sql`crm_individual as person where person.contact_id = contact.id`,
  );

/** Fields that the Contact model lacks (U-35). */
const extras: readonly Member[] = [
  { name: "referenceId", value: sql`contact.reference_id` },
  { name: "createDateTimeUtc", value: moment(sql`contact.created_at`) },
  { name: "modifiedDateTimeUtc", value: moment(sql`contact.modified_at`) },
  { name: "tags", value: sql`json_array()` },
  { name: "customFields", value: sql`json_array()` },
];

/**
 * A contact with its giving summary, its individuals with their methods, and its address, as JSON text (CRM-01). Unknown
 * values that may not be null are left out: address, date of the last gift (U-01).
 */
const contactText = madeOnce((assumptions: Assumptions): SqlText => {
  const thisYear = sql`filter (where given_at >= asked.since and given_at < asked.before)`;
  const given = (sum: SqlText): SqlText =>
    sql`(select ${amount(sql`coalesce(${sum}, 0)`)} from crm_gift where contact_id = contact.id)`;
  const text = objectText([
    ...membersOf(contacts, sql`contact`, assumptions),
    { name: "lifeToDateGiving", value: given(sql`sum(amount)`) },
    { name: "yearToDateGiving", value: given(sql`sum(amount) ${thisYear}`) },
    { name: "lastGiftAmount", value: amount(sql`coalesce(last.amount, 0)`) },
    { name: "lastGiftDate", text: sql`'"' || ${moment(sql`last.given_at`)} || '"'` },
    { name: "contactIndividuals", text: peopleText(assumptions) },
    {
      name: "address",
      text: sql`iif(address.id is null, null, ${objectText(membersOf(addresses, sql`address`, assumptions))})`,
    },
    ...(assumptions["U-35"] === "extra" ? extras : []),
  ]);
  return sql`select ${text} as text
    from (select ${0} as organization, ${0} as id, ${0} as since, ${0} as before, ${0} as year, ${0} as day) as asked
    join crm_contact as contact on contact.organization_id = asked.organization and contact.id = asked.id
    left join crm_address as address on address.contact_id = contact.id
    left join crm_gift as last on last.id = (
      select id from crm_gift where contact_id = contact.id order by given_at desc, id desc limit 1)`;
});

/** The JSON text of an organization's contact, at an instant; it must exist. */
export const contactJson = (
  database: SandboxDatabase,
  organizationId: number,
  id: number,
  { now, assumptions }: { readonly now: number; readonly assumptions: Assumptions },
): string => {
  const today = new Date(now);
  const year = today.getUTCFullYear();
  const day = 100 * (today.getUTCMonth() + 1) + today.getUTCDate();
  const asked = [organizationId, id, Date.UTC(year, 0), Date.UTC(year + 1, 0), year, day];
  // Not `get`, which caches rows: this is a whole answer.
  const [row] = database.all<{ text: string }>(withParameters(contactText(assumptions), asked));
  if (row === undefined) throw new Error(`there is no contact ${id}`);
  return row.text;
};
