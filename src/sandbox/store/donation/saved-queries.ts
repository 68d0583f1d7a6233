import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

/** A query that somebody kept under a name: what Query/list lists (assumed, U-11). */
export interface SavedQuery {
  readonly id: number;
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly modifiedAt: number;
}

/** `kind` is the name of a kind of record: its integer is an assumption. */
export const savedQuerySchema = sql`
  create table donation_saved_query (
    id integer primary key,
    organization_id integer not null,
    kind text not null,
    name text not null,
    created_at integer not null,
    modified_at integer not null
  ) strict;
`;

/** The saved queries about a kind of record, by id. */
export const listSavedQueries = (database: Database, organizationId: number, kind: string): SavedQuery[] =>
  database.all<SavedQuery>(sql`
    select id, name, created_at as createdAt, modified_at as modifiedAt from donation_saved_query
    where organization_id = ${organizationId} and kind = ${kind} order by id`);
