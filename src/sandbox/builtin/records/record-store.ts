import { isObject, type JsonObject, parseJson } from "../../../core/model/json-object.ts";
import type { RecordQuery, RecordStore } from "../../../serving/record-store.ts";
import { queryOperators, findRecords, type RecordRows } from "../../documents/record-query.ts";
import { recordTable } from "../../documents/record-table.ts";
import type { EndpointContext } from "../../pipeline/endpoint.ts";
import { sql } from "../../store/sql.ts";
import { nextId, viewOfRecord, type RecordWrites, type TableRecords } from "./table-records.ts";

const recordIn = (text: string | undefined): JsonObject => {
  const value = text === undefined ? undefined : parseJson(text);
  return isObject(value) ? value : {};
};

/** The records of one of the sandbox's own tables. */
interface Shown {
  readonly rows: RecordRows;
  readonly table: TableRecords;
  readonly writes: RecordWrites;
}

/**
 * The records of a caller's organization: those of the sandbox's own tables where a kind has one, so that whatever
 * operation wrote a record, all others read it; any others beside them.
 */
export class CallersRecords implements RecordStore {
  readonly operators = queryOperators;
  readonly #context: EndpointContext;
  readonly #tables: ReadonlyMap<string, TableRecords>;
  readonly #others: RecordStore;
  readonly #shown = new Map<string, Shown>();

  constructor(context: EndpointContext, tables: ReadonlyMap<string, TableRecords>) {
    const { database, caller, clock } = context;
    this.#context = context;
    this.#tables = tables;
    this.#others = recordTable(database, `crm ${caller.organizationId}`, () => clock.now());
  }

  #of(kind: string): Shown | undefined {
    const table = this.#tables.get(kind);
    if (table === undefined) return undefined;
    const known = this.#shown.get(kind);
    if (known !== undefined) return known;
    const { writes = unwritten } = table;
    const shown = { table, writes, rows: table.rows(viewOfRecord(this.#context)) };
    this.#shown.set(kind, shown);
    return shown;
  }

  #read({ rows }: Shown, key: string): string | undefined {
    // Not `get`: what a row shows may depend on the clock.
    const [row] = this.#context.database.all<{ body: string }>(
      sql`select body from (${rows}) where sequence = ${Number(key)} and key = ${key}`,
    );
    return row?.body;
  }

  #announce({ writes }: Shown, action: string, text: string | undefined): void {
    const record = recordIn(text);
    const { noun } = writes;
    if (noun !== undefined) this.#context.emit(`${noun}${action}`, { [noun]: record });
    writes.touches?.(record, this.#context);
  }

  get(kind: string, scope: string, key: string): string | undefined {
    const own = this.#of(kind);
    return own === undefined ? this.#others.get(kind, scope, key) : this.#read(own, key);
  }

  add(kind: string, scope: string, key: string, text: string): string {
    const own = this.#of(kind);
    if (own === undefined) return this.#others.add(kind, scope, key, text);
    own.writes.add(recordIn(text), Number(key), this.#context);
    const kept = this.#read(own, key) ?? text;
    this.#announce(own, "Create", kept);
    return kept;
  }

  put(kind: string, scope: string, key: string, text: string): string {
    const own = this.#of(kind);
    if (own === undefined) return this.#others.put(kind, scope, key, text);
    own.writes.put(recordIn(text), Number(key), this.#context, recordIn(this.#read(own, key)));
    const kept = this.#read(own, key) ?? text;
    this.#announce(own, "Update", kept);
    return kept;
  }

  remove(kind: string, scope: string, key: string): void {
    const own = this.#of(kind);
    if (own === undefined) return this.#others.remove(kind, scope, key);
    const before = this.#read(own, key);
    own.writes.remove(Number(key), this.#context);
    this.#announce(own, "Delete", before);
  }

  removeBelow(kind: string, scope: string): void {
    this.#others.removeBelow(kind, scope);
  }

  page(kind: string, scope: string, skip: number, take: number): readonly string[] {
    const own = this.#of(kind);
    if (own === undefined) return this.#others.page(kind, scope, skip, take);
    return this.#context.database
      .all<{ body: string }>(
        sql`select body from (${own.rows}) order by sequence limit ${take} offset ${skip}`,
      )
      .map(({ body }) => body);
  }

  count(kind: string, scope: string): number {
    const own = this.#of(kind);
    if (own === undefined) return this.#others.count(kind, scope);
    const { database } = this.#context;
    return database.get<{ total: number }>(sql`select count(*) as total from (${own.rows})`)?.total ?? 0;
  }

  query(kind: string, scope: string, query: RecordQuery): ReturnType<RecordStore["query"]> {
    const own = this.#of(kind);
    const { database, clock } = this.#context;
    return own === undefined
      ? this.#others.query(kind, scope, query)
      : findRecords(database, own.rows, query, clock.now());
  }

  next(kind: string): number {
    const table = this.#tables.get(kind);
    return table === undefined ? this.#others.next(kind) : nextId(this.#context.database, table.entity);
  }

  attempt<Result>(work: () => Result, keep: (result: Result) => boolean): Result {
    return this.#others.attempt(work, keep);
  }
}

const refuse = (): never => {
  throw new Error("no operation writes these records");
};

/** Of records that only handlers write. */
const unwritten: RecordWrites = { add: refuse, put: refuse, remove: refuse };
