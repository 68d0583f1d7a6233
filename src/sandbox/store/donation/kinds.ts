import { permutationOf, type Assumptions } from "../../assumptions/assumptions.ts";
import type { SandboxDatabase } from "../database.ts";
import { Entity, jsonColumn, textColumn as exactText } from "../entity.ts";
import { objectJson, join, sql, type SqlText } from "../sql.ts";
import {
  booleanColumn,
  decimalColumn,
  decimalJson,
  fieldJson,
  fieldsJson,
  instantColumn,
  integerColumn,
  RecordKindEntity,
  listJson,
  moneyJson,
  organizationId,
  part,
  related,
  relatedPart,
  foldedText,
  type KindField,
  type Part,
} from "./kind.ts";

/** When a record was created and last changed. */
const changed = {
  createdDate: instantColumn.required.sortable,
  modifiedDate: instantColumn.required.sortable,
};

const segmentJson = objectJson({ id: sql`related.id`, name: sql`related.name`, code: sql`related.code` });

export const campaigns = new RecordKindEntity(
  "campaign",
  {
    organizationId,
    name: foldedText.sortable.replaceable.searched,
    description: foldedText.replaceable.searched,
    crmKey: foldedText.replaceable.searched,
    goal: decimalColumn.sortable.replaceable,
    startDate: instantColumn.sortable.replaceable,
    endDate: instantColumn.sortable.replaceable,
    isActive: booleanColumn.replaceable,
    ...changed,
  },
  { parts: [part("segments", listJson(sql`donation_segment`, sql`campaign_id`, segmentJson), "details")] },
);

/** The parts of a campaign that gifts are attributed to. */
export const segments = new RecordKindEntity(
  "segment",
  {
    organizationId,
    name: foldedText.sortable.replaceable,
    code: foldedText.sortable.replaceable,
    description: foldedText.replaceable,
    campaignId: integerColumn.to(campaigns.table).sortable.indexed.replaceable,
    cost: decimalColumn.replaceable,
    isActive: booleanColumn.replaceable,
    ...changed,
  },
  { parts: [relatedPart("campaign", campaigns, "details")] },
);

export const projects = new RecordKindEntity("project", {
  organizationId,
  name: foldedText.sortable.replaceable,
  description: foldedText.replaceable,
  code: foldedText.sortable.replaceable,
  crmKey: foldedText.replaceable,
  goal: decimalColumn.replaceable,
  isActive: booleanColumn.replaceable,
  isTaxDeductible: booleanColumn.replaceable,
  ...changed,
});

/** Thank-you presents for a gift. */
export const premiums = new RecordKindEntity("premium", {
  organizationId,
  name: foldedText.required.sortable,
  description: foldedText,
  code: foldedText.required.sortable,
  fairMarketValue: decimalColumn.required,
  minimumGift: decimalColumn,
  quantityOnHand: integerColumn,
  isActive: booleanColumn.required,
  ...changed,
});

/** Custom fields of an organization's donors or gifts. Only lists have options. */
export const customFields = new RecordKindEntity(
  "customField",
  {
    organizationId,
    name: foldedText.required.sortable,
    recordType: foldedText.required.oneOf(["Donor", "Gift"]),
    dataType: foldedText.required.oneOf(["Text", "Number", "Date", "Boolean", "List"]),
    options: jsonColumn<readonly string[]>().required,
    isRequired: booleanColumn.required,
    position: integerColumn.required.sortable,
    ...changed,
  },
  { parts: [part("options", sql`json(record.options)`)] },
);

/** Addresses of donors. At most one per donor is primary. */
export const donorAddresses = new RecordKindEntity("donorAddress", {
  organizationId,
  donorId: integerColumn.required.sortable.indexed,
  label: foldedText,
  address1: foldedText,
  address2: foldedText,
  city: foldedText,
  state: foldedText,
  postal: foldedText,
  country: foldedText,
  isPrimary: booleanColumn.required,
});

/** SQL for a row of a donor's part, without the donor's id. */
const donorPartJson = ({ fields }: RecordKindEntity): SqlText =>
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

export const donorContactMethods = new RecordKindEntity("donorContactMethod", {
  organizationId,
  donorId: integerColumn.required.sortable.indexed,
  type: foldedText.required.oneOf([...emailTypes, ...phoneTypes]),
  value: foldedText.required,
  isPrimary: booleanColumn.required,
  isOptedIn: booleanColumn.required,
});

/** SQL for the values of the methods of some types, without their other columns. */
const valuesJson = (called: string, types: readonly string[]): SqlText => {
  const isPrimary = fieldJson({ type: "boolean", column: sql`is_primary` }, related);
  const shown = objectJson({ id: sql`related.id`, [called]: sql`related.value`, isPrimary });
  const condition = sql`related.type in (${join(
    types.map((type) => sql`${type}`),
    sql`, `,
  )})`;
  return listJson(donorContactMethods.table, sql`donor_id`, shown, condition);
};

/** The spelling of the two stated parts is an assumption; all readings accept either case of the first letter. */
const stated = (pascal: string, camel: string, kind: RecordKindEntity): Part => {
  const shown = listJson(kind.table, sql`donor_id`, donorPartJson(kind));
  return {
    name: (assumptions) => (assumptions["U-02.details"] === "pascal" ? pascal : camel),
    comes: "details",
    json: () => shown,
  };
};

/** Donors. Totals of their gifts and their primary address are columns too, so that conditions need no other table. */
export const donors = new RecordKindEntity(
  "donor",
  {
    organizationId,
    name: foldedText.required.sortable.searched,
    title: foldedText,
    firstName: foldedText,
    middleName: foldedText,
    lastName: foldedText,
    suffix: foldedText,
    email: foldedText.sortable.searched,
    phone: foldedText.searched,
    city: foldedText.sortable.searched.asked,
    state: foldedText.asked,
    postal: foldedText.asked,
    country: foldedText.asked,
    notes: foldedText,
    isOrganization: booleanColumn.required,
    organizationName: foldedText.searched,
    crmKey: foldedText.searched,
    isTestMode: booleanColumn.required,
    isArchived: booleanColumn.required,
    giftCount: integerColumn.required,
    lifetimeGiving: decimalColumn.required.sortable,
    lastGiftAmount: decimalColumn,
    lastGiftDate: instantColumn.sortable,
    ...changed,
    customFields: jsonColumn(),
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
const shareJson = (project: SqlText, cents: SqlText): SqlText =>
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
const readable = (field: KindField): SqlText => {
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
    sql`json_array(${join(chosen.flatMap((name) => gifts.fields.find((field) => field.name === name) ?? []).map(readable), sql`, `)})`,
};

const giftColumns = {
  organizationId,
  donorId: integerColumn.required.sortable,
  donorName: foldedText.required.sortable,
  amount: decimalColumn.required.sortable,
  date: instantColumn.required.sortable,
  status: foldedText.required.oneOf(giftStatuses).sortable,
  paymentMethod: foldedText.oneOf(["Card", "BankTransfer", "Check", "Cash"]),
  reference: foldedText,
  isAnonymous: booleanColumn.required,
  campaignId: integerColumn,
  segmentId: integerColumn,
  recurringGiftId: integerColumn,
  projectId: integerColumn.required,
  splitProjectId: integerColumn.internal,
  splitAmount: decimalColumn.internal,
  ...changed,
};

/**
 * Gifts, with their donor's name as a column, because it can order them. A gift belongs to one project, or to two: then
 * `splitAmount` is the second one's part.
 */
export const gifts: RecordKindEntity<typeof giftColumns> = new RecordKindEntity("gift", giftColumns, {
  isLarge: true,
  parts: [
    part("projects", sharesJson),
    metadata,
    donorPart("details"),
    relatedPart("campaign", campaigns, "details"),
  ],
});

export const frequencies = ["Weekly", "Monthly", "Quarterly", "Yearly"] as const;

export const recurringGifts = new RecordKindEntity(
  "recurringGift",
  {
    organizationId: integerColumn.required,
    profileNumber: foldedText,
    donorId: integerColumn.required,
    amount: decimalColumn.required.sortable,
    frequency: foldedText.required.oneOf(frequencies),
    status: foldedText.required.oneOf(["Active", "Paused", "Cancelled"]).sortable,
    startDate: instantColumn.required,
    nextGiftDate: instantColumn.sortable,
    endDate: instantColumn,
    projectId: integerColumn.required.indexed,
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
  database: SandboxDatabase,
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
  organizationId: integerColumn.required,
  kind: exactText.required,
  name: exactText.required,
  createdAt: instantColumn.required,
  modifiedAt: instantColumn.required,
});

/** The ten query types in their default order. Gifts at 3 is known; the rest is our own choice (U-15). */
export const queryTypes: readonly RecordKindEntity[] = [
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

export const queryTypeOfKind = (kind: RecordKindEntity, assumptions: Assumptions): number => {
  const integer = permutationOf(assumptions["U-15"], queryTypes.length)[queryTypes.indexOf(kind)];
  if (integer === undefined) throw new Error(`${kind.name} is no query type`);
  return integer;
};

/** The kind of record of an integer; undefined if there is no such query type. */
export const kindOfQueryType = (queryType: number, assumptions: Assumptions): RecordKindEntity | undefined =>
  queryTypes[permutationOf(assumptions["U-15"], queryTypes.length).indexOf(queryType)];
