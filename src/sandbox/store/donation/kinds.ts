import { permutationOf, type Assumptions } from "../../assumptions/assumptions.ts";
import type { Database } from "../database.ts";
import { Entity, json, text as exactText } from "../entity.ts";
import { join, sql, type Sql } from "../sql.ts";
import {
  boolean,
  decimal,
  decimalJson,
  fieldJson,
  fieldsJson,
  findField,
  instant,
  integer,
  Kind,
  listJson,
  moneyJson,
  objectJson,
  organizationId,
  part,
  related,
  relatedPart,
  text,
  type Field,
  type Part,
} from "./kind.ts";

/** When a record was created and last changed. */
const changed = {
  createdDate: instant.required.sortable,
  modifiedDate: instant.required.sortable,
};

const segmentJson = objectJson({ id: sql`related.id`, name: sql`related.name`, code: sql`related.code` });

export const campaigns = new Kind(
  "campaign",
  {
    organizationId,
    name: text.sortable.replaceable.searched,
    description: text.replaceable.searched,
    crmKey: text.replaceable.searched,
    goal: decimal.sortable.replaceable,
    startDate: instant.sortable.replaceable,
    endDate: instant.sortable.replaceable,
    isActive: boolean.replaceable,
    ...changed,
  },
  { parts: [part("segments", listJson(sql`donation_segment`, sql`campaign_id`, segmentJson), "details")] },
);

/** The parts of a campaign that gifts are attributed to. */
export const segments = new Kind(
  "segment",
  {
    organizationId,
    name: text.sortable.replaceable,
    code: text.sortable.replaceable,
    description: text.replaceable,
    campaignId: integer.to(campaigns.table).sortable.indexed.replaceable,
    cost: decimal.replaceable,
    isActive: boolean.replaceable,
    ...changed,
  },
  { parts: [relatedPart("campaign", campaigns, "details")] },
);

export const projects = new Kind("project", {
  organizationId,
  name: text.sortable.replaceable,
  description: text.replaceable,
  code: text.sortable.replaceable,
  crmKey: text.replaceable,
  goal: decimal.replaceable,
  isActive: boolean.replaceable,
  isTaxDeductible: boolean.replaceable,
  ...changed,
});

/** Thank-you presents for a gift. */
export const premiums = new Kind("premium", {
  organizationId,
  name: text.required.sortable,
  description: text,
  code: text.required.sortable,
  fairMarketValue: decimal.required,
  minimumGift: decimal,
  quantityOnHand: integer,
  isActive: boolean.required,
  ...changed,
});

/** Custom fields of an organization's donors or gifts. Only lists have options. */
export const customFields = new Kind(
  "customField",
  {
    organizationId,
    name: text.required.sortable,
    recordType: text.required.oneOf(["Donor", "Gift"]),
    dataType: text.required.oneOf(["Text", "Number", "Date", "Boolean", "List"]),
    options: json<readonly string[]>().required,
    isRequired: boolean.required,
    position: integer.required.sortable,
    ...changed,
  },
  { parts: [part("options", sql`json(record.options)`)] },
);

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

/** SQL for a row of a donor's part, without the donor's id. */
const donorPartJson = ({ fields }: Kind): Sql =>
  fieldsJson(
    fields.filter(({ name }) => name !== "donorId"),
    related,
  );

const addressJson = donorPartJson(donorAddresses);

/** SQL for the primary address of a donor, or null. */
const primaryAddressJson = sql`(select ${addressJson} from ${donorAddresses.table} as related
  where related.organization_id = record.organization_id and related.donor_id = record.id and related.is_primary
  order by related.id limit 1)`;

/** Types with an e-mail address, and types with a telephone number. */
const emailTypes = ["Home Email", "Work Email"] as const;
const phoneTypes = ["Home Phone", "Mobile Phone", "Work Phone"] as const;

export const donorContactMethods = new Kind("donorContactMethod", {
  organizationId,
  donorId: integer.required.sortable.indexed,
  type: text.required.oneOf([...emailTypes, ...phoneTypes]),
  value: text.required,
  isPrimary: boolean.required,
  isOptedIn: boolean.required,
});

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

/** The spelling of the two stated parts is an assumption; all readings accept either case of the first letter. */
const stated = (pascal: string, camel: string, kind: Kind): Part => {
  const shown = listJson(kind.table, sql`donor_id`, donorPartJson(kind));
  return {
    name: (assumptions) => (assumptions["U-02.details"] === "pascal" ? pascal : camel),
    comes: "details",
    json: () => shown,
  };
};

/** Donors. Totals of their gifts and their primary address are columns too, so that conditions need no other table. */
export const donors = new Kind(
  "donor",
  {
    organizationId,
    name: text.required.sortable.searched,
    title: text,
    firstName: text,
    middleName: text,
    lastName: text,
    suffix: text,
    email: text.sortable.searched,
    phone: text.searched,
    city: text.sortable.searched.asked,
    state: text.asked,
    postal: text.asked,
    country: text.asked,
    notes: text,
    isOrganization: boolean.required,
    organizationName: text.searched,
    crmKey: text.searched,
    isTestMode: boolean.required,
    isArchived: boolean.required,
    giftCount: integer.required,
    lifetimeGiving: decimal.required.sortable,
    lastGiftAmount: decimal,
    lastGiftDate: instant.sortable,
    ...changed,
    customFields: json(),
  },
  {
    isLarge: true,
    parts: [
      part("primaryAddress", primaryAddressJson),
      part("customFields", sql`json(coalesce(record.custom_fields, '[]'))`),
      stated("DonorAddresses", "donorAddresses", donorAddresses),
      stated("DonorContactMethods", "donorContactMethods", donorContactMethods),
      part("donorEmailAddresses", valuesJson("email", emailTypes), "details"),
      part("donorPhoneNumbers", valuesJson("phone", phoneTypes), "details"),
    ],
  },
);

const donorPart = (comes: Part["comes"]): Part =>
  relatedPart("donor", donors, comes, { email: sql`related.email` });

export const giftStatuses = ["Approved", "ChargeBack", "Refunded"] as const;

/** SQL for a gift's project, with its part of the amount. */
const shareJson = (project: Sql, cents: Sql): Sql =>
  objectJson({
    id: project,
    name: sql`(select name from ${projects.table} as related
      where related.organization_id = record.organization_id and related.id = ${project})`,
    amount: decimalJson(cents),
  });

const split = sql`coalesce(record.split_amount, 0)`;
const firstShare = shareJson(sql`record.project_id`, sql`record.amount - ${split}`);
const secondShare = shareJson(sql`record.split_project_id`, split);

/** The projects of a gift. */
const sharesJson = sql`iif(record.split_project_id is null,
  json_array(${firstShare}), json_array(${firstShare}, ${secondShare}))`;

/** A field as people read it; null is an empty text. */
const readable = (field: Field): Sql => {
  const column = sql`record.${field.column}`;
  if (field.type === "decimal") return moneyJson(column);
  if (field.type === "boolean") return sql`iif(${column}, 'true', 'false')`;
  return sql`coalesce(cast(${fieldJson(field, sql`record`)} as text), '')`;
};

/** The values of the chosen columns, in their order and as people read them; empty if none were chosen. */
const metadata: Part = {
  name: () => "metadata",
  comes: "always",
  json: (chosen) =>
    sql`json_array(${join(chosen.flatMap((name) => findField(gifts, name) ?? []).map(readable), sql`, `)})`,
};

const giftColumns = {
  organizationId,
  donorId: integer.required.sortable,
  donorName: text.required.sortable,
  amount: decimal.required.sortable,
  date: instant.required.sortable,
  status: text.required.oneOf(giftStatuses).sortable,
  paymentMethod: text.oneOf(["Card", "BankTransfer", "Check", "Cash"]),
  reference: text,
  isAnonymous: boolean.required,
  campaignId: integer,
  segmentId: integer,
  recurringGiftId: integer,
  projectId: integer.required,
  splitProjectId: integer.internal,
  splitAmount: decimal.internal,
  ...changed,
};

/**
 * Gifts, with their donor's name as a column, because it can order them. A gift belongs to one project, or to two: then
 * `splitAmount` is the second one's part.
 */
export const gifts: Kind<typeof giftColumns> = new Kind("gift", giftColumns, {
  isLarge: true,
  parts: [
    part("projects", sharesJson),
    metadata,
    donorPart("details"),
    relatedPart("campaign", campaigns, "details"),
  ],
});

export const frequencies = ["Weekly", "Monthly", "Quarterly", "Yearly"] as const;

export const recurringGifts = new Kind(
  "recurringGift",
  {
    organizationId: integer.required,
    profileNumber: text,
    donorId: integer.required,
    amount: decimal.required.sortable,
    frequency: text.required.oneOf(frequencies),
    status: text.required.oneOf(["Active", "Paused", "Cancelled"]).sortable,
    startDate: instant.required,
    nextGiftDate: instant.sortable,
    endDate: instant,
    projectId: integer.required.indexed,
    ...changed,
  },
  {
    isLarge: true,
    parts: [
      // The only currency of the sandbox.
      part("currencyCode", sql`${"USD"}`),
      part("formattedAmount", moneyJson(sql`record.amount`)),
      donorPart("always"),
      relatedPart("project", projects, "details"),
    ],
  },
);

/** Moves every recurring gift of one project to another; returns their ids. */
export const moveRecurringGifts = (
  database: Database,
  move: { readonly organizationId: number; readonly from: number; readonly to: number; readonly now: number },
): number[] =>
  database
    .all<{ id: number }>(
      sql`
      update donation_recurring_gift set project_id = ${move.to}, modified_date = ${move.now}
      where organization_id = ${move.organizationId} and project_id = ${move.from} and project_id <> ${move.to}
      returning id`,
    )
    .map(({ id }) => id);

/**
 * A query saved under a name, as listed by Query/list (assumed, U-11). `kind` is the name of a kind of record, because
 * its integer is an assumption.
 */
export const savedQueries = new Entity("donation_saved_query", {
  organizationId: integer.required,
  kind: exactText.required,
  name: exactText.required,
  createdAt: instant.required,
  modifiedAt: instant.required,
});

/** The ten query types in their default order. Gifts at 3 is known; the rest is our own choice (U-15). */
export const queryTypes: readonly Kind[] = [
  donors,
  campaigns,
  segments,
  gifts,
  recurringGifts,
  projects,
  premiums,
  customFields,
  donorAddresses,
  donorContactMethods,
];

export const queryTypeOf = (kind: Kind, assumptions: Assumptions): number => {
  const integer = permutationOf(assumptions["U-15"], queryTypes.length)[queryTypes.indexOf(kind)];
  if (integer === undefined) throw new Error(`${kind.name} is no query type`);
  return integer;
};

/** The kind of record of an integer; undefined if there is no such query type. */
export const kindOfQueryType = (queryType: number, assumptions: Assumptions): Kind | undefined =>
  queryTypes[permutationOf(assumptions["U-15"], queryTypes.length).indexOf(queryType)];
