import { sql } from "../sql.ts";
import { boolean, decimal, instant, integer, text } from "./field.ts";
import type { Kind } from "./kind.ts";

/** Presents that thank for a gift. */
export const premiumSchema = sql`
  create table donation_premium (
    id integer primary key,
    organization_id integer not null,
    name text not null collate nocase,
    description text collate nocase,
    code text not null collate nocase,
    fair_market_value_cents integer not null,
    minimum_gift_cents integer,
    quantity_on_hand integer,
    is_active integer not null,
    created_at integer not null,
    modified_at integer not null
  ) strict;
`;

export const premiums: Kind = {
  name: "premium",
  table: sql`donation_premium`,
  isLarge: false,
  fields: [
    integer("id", sql`id`, { isSortable: true }),
    text("name", sql`name`, { isSortable: true }),
    text("description", sql`description`),
    text("code", sql`code`, { isSortable: true }),
    decimal("fairMarketValue", sql`fair_market_value_cents`),
    decimal("minimumGift", sql`minimum_gift_cents`),
    integer("quantityOnHand", sql`quantity_on_hand`),
    boolean("isActive", sql`is_active`),
    instant("createdDate", sql`created_at`, { isSortable: true }),
    instant("modifiedDate", sql`modified_at`, { isSortable: true }),
    instant("modifiedDateTimeUtc", sql`modified_at`, { isSortable: true, isShown: false }),
  ],
  parts: [],
};
