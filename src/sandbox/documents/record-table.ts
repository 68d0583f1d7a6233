import type { RecordStore } from "../../serving/record-store.ts";
import type { SandboxDatabase } from "../store/database.ts";
import { sql } from "../store/sql.ts";
import { queryOperators, findRecords } from "./record-query.ts";

/** The records of served documents, each as the JSON text of its answers, and the numbers that their ids have used. */
export const documentSchema = sql`
  create table document_record (
    sequence integer primary key autoincrement,
    interface text not null,
    kind text not null,
    scope text not null,
    key text not null,
    body text not null,
    unique (interface, kind, scope, key)
  ) strict;
  create index document_record_in_order on document_record (interface, kind, scope, sequence);
  create table document_counter (
    interface text not null,
    kind text not null,
    used integer not null,
    primary key (interface, kind)
  ) strict;
`;

/** Characters that sort after all that a scope may hold. */
const last = "\u{10ffff}";

/** The records of one interface. @param now milliseconds since the epoch */
export const recordTable = (database: SandboxDatabase, name: string, now: () => number): RecordStore => {
  const of = (kind: string, scope: string) =>
    sql`interface = ${name} and kind = ${kind} and scope = ${scope}`;
  return {
    get: (kind, scope, key) =>
      database.get<{ body: string }>(
        sql`select body from document_record where ${of(kind, scope)} and key = ${key}`,
      )?.body,
    add: (kind, scope, key, text) => {
      database.run(
        sql`insert into document_record (interface, kind, scope, key, body)
          values (${name}, ${kind}, ${scope}, ${key}, ${text})`,
      );
      return text;
    },
    put: (kind, scope, key, text) => {
      database.run(sql`update document_record set body = ${text} where ${of(kind, scope)} and key = ${key}`);
      return text;
    },
    remove: (kind, scope, key) => {
      database.run(sql`delete from document_record where ${of(kind, scope)} and key = ${key}`);
    },
    removeBelow: (kind, scope) => {
      database.run(
        sql`delete from document_record
          where interface = ${name} and kind = ${kind} and scope >= ${scope} and scope < ${scope + last}`,
      );
    },
    page: (kind, scope, skip, take) =>
      database
        .all<{ body: string }>(
          sql`select body from document_record where ${of(kind, scope)} order by sequence limit ${take} offset ${skip}`,
        )
        .map(({ body }) => body),
    count: (kind, scope) =>
      database.get<{ total: number }>(
        sql`select count(*) as total from document_record where ${of(kind, scope)}`,
      )?.total ?? 0,
    query: (kind, scope, query) =>
      findRecords(
        database,
        sql`select sequence, key, body from document_record where ${of(kind, scope)}`,
        query,
        now(),
      ),
    operators: queryOperators,
    next: (kind) =>
      database.get<{ used: number }>(
        sql`insert into document_counter (interface, kind, used) values (${name}, ${kind}, 1)
          on conflict (interface, kind) do update set used = used + 1 returning used`,
      )?.used ?? 1,
    attempt: (work, keep) => database.attempt(work, keep),
  };
};
