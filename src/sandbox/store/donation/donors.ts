import { sql } from "../sql.ts";
import { addressesOf } from "./donor-addresses.ts";
import { contactMethodsOf, emailAddressesOf, phoneNumbersOf } from "./donor-contact-methods.ts";
import { boolean, decimal, instant, integer, sorted, text } from "./field.ts";
import { part, type Kind, type Part } from "./kind.ts";

/**
 * Donors, with the figures of their gifts and the place of their primary address beside them, so that
 * conditions on those need no other table. `search` holds what Filter looks through: see `search.ts`.
 */
export const donorSchema = sql`
  create table donation_donor (
    id integer primary key,
    organization_id integer not null,
    name text not null collate nocase,
    title text collate nocase,
    first_name text collate nocase,
    middle_name text collate nocase,
    last_name text collate nocase,
    suffix text collate nocase,
    email text collate nocase,
    phone text collate nocase,
    city text collate nocase,
    state text collate nocase,
    postal text collate nocase,
    country text collate nocase,
    notes text collate nocase,
    is_organization integer not null,
    organization_name text collate nocase,
    crm_key text collate nocase,
    is_test_mode integer not null,
    is_archived integer not null,
    gift_count integer not null,
    lifetime_cents integer not null,
    last_gift_cents integer,
    last_gift_at integer,
    created_at integer not null,
    modified_at integer not null,
    custom_fields text,
    search text not null
  ) strict;
`;

export const donorIndexes = sql`
  create index donation_donor_by_organization on donation_donor (organization_id);
  create index donation_donor_by_name on donation_donor (organization_id, name);
  create index donation_donor_by_email on donation_donor (organization_id, email);
  create index donation_donor_by_city on donation_donor (organization_id, city);
  create index donation_donor_by_lifetime on donation_donor (organization_id, lifetime_cents);
  create index donation_donor_by_last_gift on donation_donor (organization_id, last_gift_at);
  create index donation_donor_by_creation on donation_donor (organization_id, created_at);
  create index donation_donor_by_modification on donation_donor (organization_id, modified_at);
`;

const primaryAddress = part("primaryAddress", (source) => {
  const addresses = addressesOf(source);
  return (row) => addresses(row).find(({ isPrimary }) => isPrimary) ?? null;
});

const customFields = part(
  "customFields",
  () =>
    ({ custom_fields: stored }) =>
      // Only the seed writes it.
      typeof stored === "string" ? (JSON.parse(stored) as unknown) : [],
);

/**
 * The spelling of the two stated parts is an assumption; either case of the first letter is accepted by
 * all.
 */
const stated = (pascal: string, camel: string, load: Part["load"]): Part => ({
  name: (assumptions) => (assumptions["U-02.details"] === "pascal" ? pascal : camel),
  comes: "details",
  load,
});

export const donors: Kind = {
  name: "donor",
  table: sql`donation_donor`,
  isLarge: true,
  fields: [
    integer("id", sql`id`, sorted(sql`donation_donor_by_organization`)),
    text("name", sql`name`, sorted(sql`donation_donor_by_name`)),
    text("title", sql`title`),
    text("firstName", sql`first_name`),
    text("middleName", sql`middle_name`),
    text("lastName", sql`last_name`),
    text("suffix", sql`suffix`),
    text("email", sql`email`, sorted(sql`donation_donor_by_email`)),
    text("phone", sql`phone`),
    text("city", sql`city`, { ...sorted(sql`donation_donor_by_city`), isShown: false }),
    text("state", sql`state`, { isShown: false }),
    text("postal", sql`postal`, { isShown: false }),
    text("country", sql`country`, { isShown: false }),
    text("notes", sql`notes`),
    boolean("isOrganization", sql`is_organization`),
    text("organizationName", sql`organization_name`),
    text("crmKey", sql`crm_key`),
    boolean("isTestMode", sql`is_test_mode`),
    boolean("isArchived", sql`is_archived`),
    integer("giftCount", sql`gift_count`),
    decimal("lifetimeGiving", sql`lifetime_cents`, sorted(sql`donation_donor_by_lifetime`)),
    decimal("lastGiftAmount", sql`last_gift_cents`),
    instant("lastGiftDate", sql`last_gift_at`, sorted(sql`donation_donor_by_last_gift`)),
    instant("createdDate", sql`created_at`, sorted(sql`donation_donor_by_creation`)),
    instant("modifiedDate", sql`modified_at`, sorted(sql`donation_donor_by_modification`)),
    instant("modifiedDateTimeUtc", sql`modified_at`, {
      ...sorted(sql`donation_donor_by_modification`),
      isShown: false,
    }),
  ],
  parts: [
    primaryAddress,
    customFields,
    stated("DonorAddresses", "donorAddresses", addressesOf),
    stated("DonorContactMethods", "donorContactMethods", contactMethodsOf),
    part("donorEmailAddresses", emailAddressesOf, "details"),
    part("donorPhoneNumbers", phoneNumbersOf, "details"),
  ],
};
