import type { Assumptions } from "../../assumptions/assumptions.ts";
import { madeOnce } from "../../../core/model/made-once.ts";
import type { SandboxDatabase } from "../database.ts";
import { sql, withParameters, type SqlText } from "../sql.ts";
import { addresses, contactMethods, contacts, individuals } from "./contacts.ts";
import {
  amount,
  fromMore,
  listText,
  type Member,
  columnMembers,
  momentText,
  objectText,
} from "./record-json.ts";
import { inSight, type Viewer } from "./viewer.ts";

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

/** A method, of the rows `method` and `type`. @param also properties of a method that is shown alone */
export const methodText = (assumptions: Assumptions, also: readonly Member[] = []): SqlText =>
  objectText(
    [
      ...columnMembers(contactMethods, sql`method`, assumptions),
      { name: "type", value: sql`type.name` },
      ...also,
    ],
    sql`method.more`,
  );

const methodsText = (assumptions: Assumptions): SqlText =>
  listText(
    methodText(assumptions),
    sql`method.id`,
    sql`crm_contact_method as method join crm_method_type as type on type.id = method.type_id
      where method.individual_id = person.id`,
  );

/** An individual, of the rows `person` and `asked`. @param also properties of one that is shown alone */
export const personText = (assumptions: Assumptions, also: readonly Member[] = []): SqlText =>
  objectText(
    [
      ...columnMembers(individuals, sql`person`, assumptions),
      ...birth,
      { name: "contactMethods", text: methodsText(assumptions) },
      ...also,
    ],
    sql`person.more`,
  );

const peopleText = (assumptions: Assumptions): SqlText =>
  listText(
    personText(assumptions),
    sql`person.id`,
    sql`crm_individual as person where person.contact_id = contact.id`,
  );

/** An address, of the row `address`. @param also properties of one that is shown alone */
export const addressText = (assumptions: Assumptions, also: readonly Member[] = []): SqlText =>
  objectText([...columnMembers(addresses, sql`address`, assumptions), ...also], sql`address.more`);

/** Fields that the Contact model lacks (U-35). */
const extras: readonly Member[] = [
  { name: "referenceId", value: sql`contact.reference_id` },
  { name: "createDateTimeUtc", value: momentText(sql`contact.created_at`) },
  { name: "modifiedDateTimeUtc", value: momentText(sql`contact.modified_at`) },
  { name: "tags", value: fromMore(sql`contact`, "tags", sql`json_array()`) },
  { name: "customFields", value: fromMore(sql`contact`, "customFields", sql`json_array()`) },
];

/** The organization, the beginning and the end of this year, this year and this day. */
const askedFor = ([organization = 0, since = 0, before = 0, year = 0, day = 0]: readonly number[]): SqlText =>
  sql`(select ${organization} as organization, ${since} as since, ${before} as before, ${year} as year, ${day} as day)
    as asked`;

/**
 * A contact with its giving summary, its individuals with their methods, and its address, as JSON text (CRM-01). Unknown
 * values that may not be null are left out: address, date of the last gift (U-01).
 */
const contactText = (assumptions: Assumptions, also: readonly Member[]): SqlText => {
  const thisYear = sql`filter (where given_at >= asked.since and given_at < asked.before)`;
  const given = (sum: SqlText): SqlText =>
    sql`(select ${amount(sql`coalesce(${sum}, 0)`)} from crm_gift where contact_id = contact.id)`;
  return objectText(
    [
      ...columnMembers(contacts, sql`contact`, assumptions),
      { name: "lifeToDateGiving", value: given(sql`sum(amount)`) },
      { name: "yearToDateGiving", value: given(sql`sum(amount) ${thisYear}`) },
      { name: "lastGiftAmount", value: amount(sql`coalesce(last.amount, 0)`) },
      { name: "lastGiftDate", text: sql`'"' || ${momentText(sql`last.given_at`)} || '"'` },
      { name: "contactIndividuals", text: peopleText(assumptions) },
      { name: "address", text: sql`iif(address.id is null, null, ${addressText(assumptions)})` },
      ...also,
    ],
    sql`contact.more`,
  );
};

/** The rows of contacts, each with its first address and its last gift; a condition may follow. */
const contactRows = (asked: SqlText): SqlText => sql`${asked}
    join crm_contact as contact on contact.organization_id = asked.organization
    left join crm_address as address on address.id = (
      select id from crm_address where contact_id = contact.id order by is_primary desc, id limit 1)
    left join crm_gift as last on last.id = (
      select id from crm_gift where contact_id = contact.id order by given_at desc, id desc limit 1)`;

const addressList = (assumptions: Assumptions): SqlText =>
  listText(
    addressText(assumptions),
    sql`address.id`,
    sql`crm_address as address where address.contact_id = contact.id`,
  );

/** All addresses of a contact that has several. */
const severalAddresses = (assumptions: Assumptions): Member => ({
  name: "contactAddresses",
  text: sql`iif((select count(*) from crm_address where contact_id = contact.id) > 1, ${addressList(assumptions)}, null)`,
});

const answered = madeOnce((assumptions: Assumptions): SqlText => {
  const also = assumptions["U-35"] === "extra" ? extras : [];
  const text = contactText(assumptions, [severalAddresses(assumptions), ...also]);
  return sql`select ${text} as text from ${contactRows(askedFor([]))} where contact.id = ${0}`;
});

const parametersAt = (organizationId: number, now: number): readonly number[] => {
  const today = new Date(now);
  const year = today.getUTCFullYear();
  const day = 100 * (today.getUTCMonth() + 1) + today.getUTCDate();
  return [organizationId, Date.UTC(year, 0), Date.UTC(year + 1, 0), year, day];
};

interface When {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly assumptions: Assumptions;
}

/** The JSON text of an organization's contact, at an instant; it must exist. */
export const contactJson = (
  database: SandboxDatabase,
  organizationId: number,
  id: number,
  { now, assumptions }: When,
): string => {
  const parameters = [...parametersAt(organizationId, now), id];
  // Not `get`, which caches rows: this is a whole answer.
  const [row] = database.all<{ text: string }>(withParameters(answered(assumptions), parameters));
  if (row === undefined) throw new Error(`there is no contact ${id}`);
  return row.text;
};

/** How a person is reached by a channel: the primary method, or else the first. */
const reached = (channel: string): SqlText => sql`(
  select method.value from crm_contact_method as method
    join crm_method_type as type on type.id = method.type_id
    join crm_individual as person on person.id = method.individual_id
  where person.contact_id = contact.id and type.channel = ${channel}
  order by person.is_primary desc, method.is_primary desc, method.id limit 1)`;

/** When and for whom records are read. */
export interface RecordView extends When {
  readonly viewer: Viewer;
  readonly baseUrl: string;
}

/** The row that `personText` and contacts need beside their own. */
export const askedIn = ({ viewer, now }: RecordView): SqlText =>
  askedFor(parametersAt(viewer.organizationId, now));

/** The contacts in sight as records, with what only records show: `sequence`, `key` and `body`. */
export const contactRecords = (view: RecordView): SqlText => {
  const { viewer, baseUrl, assumptions } = view;
  const contact = sql`contact`;
  const also: readonly Member[] = [
    ...extras,
    { name: "contactName", value: sql`contact.name` },
    { name: "contactViewUrl", value: sql`${`${baseUrl}/api/Contact/`} || contact.id` },
    { name: "email", value: reached("email") },
    { name: "phone", value: reached("phone") },
    { name: "isArchived", value: fromMore(contact, "isArchived", sql`json('false')`) },
    { name: "contactAddresses", text: addressList(assumptions) },
    {
      name: "contactReferences",
      value: fromMore(
        contact,
        "contactReferences",
        sql`iif(contact.reference_id is null, json_array(),
          json_array(json_object('source', 'Import', 'id', contact.reference_id)))`,
      ),
    },
  ];
  return sql`select contact.id as sequence, cast(contact.id as text) as key,
    ${contactText(assumptions, also)} as body from ${contactRows(askedIn(view))}
    where contact.id in (select id from crm_contact where ${inSight(viewer)})`;
};
