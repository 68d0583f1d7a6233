import { isObject, type JsonObject } from "../../harness/model/json-object.ts";
import type { Database } from "../store/database.ts";
import { sql } from "../store/sql.ts";

/** A record of a route's own, with the id that the store gave it. */
export interface OwnRecord {
  readonly id: number;
  readonly value: JsonObject;
}

/** Records of one kind that routes keep for themselves, of one organization. They go with snapshots, resets and data files. */
export interface OwnRecords {
  /** By id. */
  list(): readonly OwnRecord[];
  get(id: number): OwnRecord | undefined;
  add(value: JsonObject): OwnRecord;
  /** False where there is no such record. */
  put(id: number, value: JsonObject): boolean;
  /** False where there is no such record. */
  remove(id: number): boolean;
}

export const extensionSchema = sql`
  create table extension_record (
    id integer primary key autoincrement,
    organization_id integer not null references organization (id),
    kind text not null,
    value text not null
  ) strict;
  create index extension_record_by_kind on extension_record (organization_id, kind, id);
`;

interface Row {
  readonly id: number;
  readonly value: string;
}

const recordOf = ({ id, value }: Row): OwnRecord => {
  const parsed: unknown = JSON.parse(value);
  return { id, value: isObject(parsed) ? parsed : {} };
};

export const ownRecords = (database: Database, organizationId: number, kind: string): OwnRecords => {
  const own = sql`organization_id = ${organizationId} and kind = ${kind}`;
  return {
    list: () =>
      database.all<Row>(sql`select id, value from extension_record where ${own} order by id`).map(recordOf),
    get: (id) => {
      const row = database.get<Row>(sql`select id, value from extension_record where ${own} and id = ${id}`);
      return row && recordOf(row);
    },
    add: (value) => {
      const { lastId } = database.run(sql`
        insert into extension_record (organization_id, kind, value)
        values (${organizationId}, ${kind}, ${JSON.stringify(value)})`);
      return { id: lastId, value };
    },
    put: (id, value) =>
      database.run(
        sql`update extension_record set value = ${JSON.stringify(value)} where ${own} and id = ${id}`,
      ).changes > 0,
    remove: (id) => database.run(sql`delete from extension_record where ${own} and id = ${id}`).changes > 0,
  };
};
