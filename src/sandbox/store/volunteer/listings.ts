import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

/** Kinds of record of which only a list is known to exist (U-17). */
export const listingKinds = ["campaigns", "forms", "certificates"] as const;

export type ListingKind = (typeof listingKinds)[number];

export interface ListingEntry {
  readonly id: number;
  readonly name: string;
}

export const listingSchema = sql`
  create table volunteer_listing (
    id integer primary key,
    organization_id integer not null references organization (id),
    kind text not null,
    name text not null
  ) strict;
  create index volunteer_listing_by_kind on volunteer_listing (organization_id, kind, id);
`;

export const addListingEntry = (
  database: Database,
  organizationId: number,
  kind: ListingKind,
  name: string,
): void => {
  database.run(
    sql`insert into volunteer_listing (organization_id, kind, name)
      values (${organizationId}, ${kind}, ${name})`,
  );
};

export const countListing = (database: Database, organizationId: number, kind: ListingKind): number =>
  database.get<{ total: number }>(
    sql`select count(*) as total from volunteer_listing
      where organization_id = ${organizationId} and kind = ${kind}`,
  )?.total ?? 0;

export const pageOfListing = (
  database: Database,
  organizationId: number,
  kind: ListingKind,
  skip: number,
  take: number,
): ListingEntry[] =>
  database.all<ListingEntry>(sql`
    select id, name from volunteer_listing where organization_id = ${organizationId} and kind = ${kind}
    order by id limit ${take} offset ${skip}`);
