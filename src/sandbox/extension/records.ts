import type { JsonObject } from "../../core/model/json-object.ts";
import type { SandboxDatabase } from "../store/database.ts";
import { Entity, jsonColumn, organization, textColumn, type RecordOf } from "../store/entity.ts";
import { sql } from "../store/sql.ts";

/** A route's own record, with the id that the store assigned. */
export interface OwnRecord {
  readonly id: number;
  readonly value: JsonObject;
}

/**
 * One organization's records of one kind, which routes keep for themselves. Snapshots, resets and data files include
 * them.
 */
export interface OwnRecords {
  /** Ordered by id. */
  list(): readonly OwnRecord[];
  get(id: number): OwnRecord | undefined;
  add(value: JsonObject): OwnRecord;
  /** Returns false if there is no such record. */
  put(id: number, value: JsonObject): boolean;
  /** Returns false if there is no such record. */
  remove(id: number): boolean;
}

export const extensionRecords = new Entity(
  "extension_record",
  { organizationId: organization, kind: textColumn.required, value: jsonColumn<JsonObject>().required },
  {
    neverReused: true,
    indexes: sql`create index extension_record_by_kind on extension_record (organization_id, kind, id)`,
  },
);

const own = ({ id, value }: RecordOf<typeof extensionRecords>): OwnRecord => ({ id, value });

export const ownRecords = (database: SandboxDatabase, organizationId: number, kind: string): OwnRecords => {
  const { table } = extensionRecords;
  const ofKind = sql`organization_id = ${organizationId} and kind = ${kind}`;
  return {
    list: () => extensionRecords.all(database, sql`${ofKind} order by id`).map(own),
    get: (id) => {
      const record = extensionRecords.find(database, sql`${ofKind} and id = ${id}`);
      return record && own(record);
    },
    add: (value) => ({ id: extensionRecords.add(database, { organizationId, kind, value }), value }),
    put: (id, value) =>
      database.run(
        sql`update ${table} set ${extensionRecords.changes({ value })} where ${ofKind} and id = ${id}`,
      ).changes > 0,
    remove: (id) => database.run(sql`delete from ${table} where ${ofKind} and id = ${id}`).changes > 0,
  };
};
