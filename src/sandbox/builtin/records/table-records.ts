import type { JsonObject } from "../../../core/model/json-object.ts";
import { RecordRefusal } from "../../../serving/record-store.ts";
import type { EndpointContext } from "../../pipeline/endpoint.ts";
import type { FieldError } from "../../refusal.ts";
import type { RecordRows } from "../../documents/record-query.ts";
import type { Entity, NewRecord } from "../../store/entity.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { sql } from "../../store/sql.ts";
import { viewerOf } from "../handlers/crm/caller.ts";
import { createReader } from "../handlers/crm/fields.ts";
import type { RecordView } from "../../store/crm/contact-json.ts";

/** Records of a declared resource that have a table of their own. */
export interface TableRecords {
  readonly entity: Pick<Entity, "table">;
  /** `sequence`, `key` and `body` of each record that the caller may see. */
  readonly rows: (view: RecordView) => RecordRows;
  /** Absent where no operation writes them. */
  readonly writes?: RecordWrites;
}

export interface RecordWrites {
  /** Its name in kinds of events and in their data: `gift` of `giftCreate`. */
  readonly noun?: string;
  add(record: JsonObject, id: number, context: EndpointContext): void;
  put(record: JsonObject, id: number, context: EndpointContext, before: JsonObject): void;
  remove(id: number, context: EndpointContext): void;
  /** What else is announced to have changed: a contact with its address. */
  touches?(record: JsonObject, context: EndpointContext): void;
}

export const viewOfRecord = (context: EndpointContext): RecordView => ({
  viewer: viewerOf(context.caller),
  baseUrl: context.baseUrl,
  now: context.clock.now(),
  assumptions: context.assumptions,
});

/** @throws RecordRefusal if there are errors */
export const refuseFor = (errors: readonly FieldError[]): void => {
  if (errors.length > 0) throw new RecordRefusal("schema", "The request is not valid.", errors);
};

/** The properties of a record that are no columns, and not shown by its view alone; null if there are none. */
export const moreOf = (
  { named }: Pick<Entity, "named">,
  record: JsonObject,
  shown: readonly string[],
): JsonObject | null => {
  const columns = named.flatMap(({ name, column: { details } }) => [
    details.called ?? name,
    details.sentAs ?? details.called ?? name,
  ]);
  const known = new Set(["id", ...columns, ...shown]);
  const rest = Object.entries(record).filter(
    ([name, value]) => !known.has(name) && value !== null && value !== undefined,
  );
  return rest.length === 0 ? null : Object.fromEntries(rest);
};

/** The columns of a record, and what it has beside them. @throws RecordRefusal for a value that no column takes */
export const columnsOf = <Columns extends object>(
  entity: Entity,
  record: JsonObject,
  { shown, context, otherwise = {} }: ColumnsFrom<Columns>,
): Columns & { readonly more: JsonObject | null } => {
  const { errors, read } = createReader(context);
  const columns = read<Columns>(entity, record, otherwise);
  refuseFor([...errors, ...lackingIn(entity, columns)]);
  return { ...columns, more: moreOf(entity, record, shown) };
};

/** Required columns without a value. */
const lackingIn = ({ named }: Entity, columns: object): readonly FieldError[] => {
  // The columns of the entity, by their names.
  const values = columns as Readonly<Record<string, unknown>>;
  return named.flatMap(({ name, column: { details } }) => {
    if (details.isRequired !== true || details.isReplaceable !== true || values[name] !== null) return [];
    const field = details.sentAs ?? details.called ?? name;
    return [{ field, code: "REQUIRED", message: `${field} is required.` }];
  });
};

/** A change in which null and left out are the same for a column that needs a value. */
export const withRequired = (
  { named }: Pick<Entity, "named">,
  record: JsonObject,
  before: JsonObject,
): JsonObject => {
  const kept = named.flatMap(({ name, column: { details } }): [string, unknown][] => {
    const called = details.called ?? name;
    return details.isRequired === true && (record[called] ?? null) === null ? [[called, before[called]]] : [];
  });
  return { ...record, ...Object.fromEntries(kept) };
};

interface ColumnsFrom<Columns> {
  /** Properties that the view of the record computes. */
  readonly shown: readonly string[];
  readonly context: EndpointContext;
  /** Values of columns that the record lacks. */
  readonly otherwise?: Partial<Columns>;
}

interface Written extends Entity {
  add(database: SandboxDatabase, record: NewRecord<Record<string, never>>): number;
}

interface PlainTable<Columns extends object> {
  readonly entity: Entity;
  readonly rows: TableRecords["rows"];
  readonly noun?: string;
  readonly shown: readonly string[];
  readonly otherwise?: (context: EndpointContext) => Partial<Columns>;
  /** The record with the names of its columns, where clients have others. */
  readonly respelled?: (record: JsonObject, before: JsonObject) => JsonObject;
  /** Columns that no body writes, and columns in another form than they are sent. */
  readonly own?: (record: JsonObject, context: EndpointContext) => JsonObject;
}

/** Records whose columns are their properties. */
export const plainTable = <Columns extends object>({
  entity,
  rows,
  noun,
  shown,
  otherwise,
  respelled = (record) => record,
  own,
}: PlainTable<Columns>): TableRecords => {
  const written = (record: JsonObject, context: EndpointContext): JsonObject => ({
    ...columnsOf<Columns>(entity, record, { shown, context, otherwise: otherwise?.(context) ?? {} }),
    ...own?.(record, context),
  });
  // Its columns: the entity's own names and types.
  const table = entity as Written;
  return {
    entity,
    rows,
    writes: {
      ...(noun === undefined ? {} : { noun }),
      add: (record, id, context) => {
        const { organizationId } = context.caller;
        const row: JsonObject = { ...written(respelled(record, {}), context), organizationId, id };
        table.add(context.database, row as NewRecord<Record<string, never>>);
      },
      put: (record, id, context, before) =>
        entity.save(
          context.database,
          id,
          written(withRequired(entity, respelled(record, before), before), context),
        ),
      remove: (id, { database }) => entity.remove(database, id),
    },
  };
};

/** A number that no record of the table has had. */
export const nextId = (database: SandboxDatabase, { table }: Pick<Entity, "table">): number =>
  database.get<{ id: number }>(sql`select 1 + max(
    coalesce((select max(id) from ${table}), 0),
    coalesce((select seq from sqlite_sequence where name = ${table.text}), 0)) as id`)?.id ?? 1;
