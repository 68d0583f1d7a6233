import type { Database } from "../../store/database.ts";
import { sql, type Sql, type SqlValue } from "../../store/sql.ts";

/**
 * The tables whose rows number millions, each with its insert; a row holds the values in the columns'
 * order.
 */
const inserts = {
  donor: sql`
    insert into donation_donor (id, organization_id, name, title, first_name, middle_name, last_name, suffix, email,
      phone, city, state, postal, country, notes, is_organization, organization_name, crm_key, is_test_mode, is_archived,
      gift_count, lifetime_cents, last_gift_cents, last_gift_at, created_at, modified_at, custom_fields, search)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  address: sql`
    insert into donation_donor_address (id, organization_id, donor_id, label, address1, address2, city, state, postal,
      country, is_primary)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  contactMethod: sql`
    insert into donation_donor_contact_method (id, organization_id, donor_id, type, value, is_primary, is_opted_in)
    values (?, ?, ?, ?, ?, ?, ?)`,
  recurringGift: sql`
    insert into donation_recurring_gift (id, organization_id, donor_id, profile_number, amount_cents, frequency, status,
      started_at, next_gift_at, ended_at, project_id, created_at, modified_at)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  gift: sql`
    insert into donation_gift (id, organization_id, donor_id, donor_name, amount_cents, gift_at, status, payment_method,
      reference, is_anonymous, campaign_id, segment_id, recurring_gift_id, project_id, split_project_id, split_cents,
      created_at, modified_at)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
} as const satisfies Readonly<Record<string, Sql>>;

export type BulkTable = keyof typeof inserts;

/** Takes rows one at a time and writes them by the hundred. */
export interface Writer {
  add(table: BulkTable, row: readonly SqlValue[]): void;
  /** Writes what is left. */
  flush(): void;
}

const batch = 100;

export const createWriter = (database: Database): Writer => {
  const waiting: Record<BulkTable, (readonly SqlValue[])[]> = {
    donor: [],
    address: [],
    contactMethod: [],
    recurringGift: [],
    gift: [],
  };
  const write = (table: BulkTable): void => {
    database.many(inserts[table], waiting[table]);
    waiting[table] = [];
  };
  return {
    add: (table, row) => {
      waiting[table].push(row);
      if (waiting[table].length >= batch) write(table);
    },
    flush: () => {
      // Its keys are those of the type.
      for (const table of Object.keys(waiting) as BulkTable[]) if (waiting[table].length > 0) write(table);
    },
  };
};
