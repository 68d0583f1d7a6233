import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import pg from "pg";
import { afterAll, onTestFinished } from "vitest";
import type { PGlite } from "@electric-sql/pglite";
import type { Database } from "../../../src/core/store/database.ts";
import {
  type Connection,
  type ConnectionPool,
  databaseOf,
  migrated,
  openPostgres,
  parserOf,
} from "../../../src/monitoring/fleet/database/postgres.ts";
import { textColumnOf } from "../../../src/core/store/rows.ts";
import { jobSchema } from "../../../src/monitoring/fleet/jobs/job-queue.ts";
import { openSqlite } from "../../../src/monitoring/history/sqlite.ts";
import { isNightly } from "../../nightly.ts";

/** The server of the tests: trusts everybody on this machine. `.ci/services` says where it is. */
export const postgresUrl = process.env["TRIPACT_POSTGRES_URL"] ?? "postgres://postgres@127.0.0.1:5432/test";

const { hostname, port, host } = new URL(postgresUrl);

/** The same without a wait for the disk at every commit: no test cuts the power. */
export const unsyncedUrl = `${postgresUrl}?options=-c%20synchronous_commit%3Doff`;

const answers = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2000 });
    const end = (is: boolean): void => {
      socket.destroy();
      resolve(is);
    };
    socket.once("connect", () => end(true));
    socket.once("error", () => end(false));
    socket.once("timeout", () => end(false));
  });

/** Whether there is a server; `TRIPACT_POSTGRES=required` makes its absence an error. */
export const hasPostgres: boolean = await answers(hostname, Number(port));

if (!hasPostgres && process.env["TRIPACT_POSTGRES"] === "required")
  throw new Error(`there is no PostgreSQL at ${host}, and TRIPACT_POSTGRES=required`);

/** Takes what is to be done at the end. */
export type AtEnd = (close: () => Promise<void> | void) => void;

export interface Engine {
  readonly name: string;
  /** A database of the running test's own, gone when the test is, or at another end. */
  open(atEnd?: AtEnd): Promise<Database>;
}

/** A schema of the running test's own, and one for its jobs. */
export const temporarySchema = (atEnd: AtEnd = onTestFinished): string => {
  const schema = `tripact_${randomUUID().slice(0, 8)}`;
  atEnd(async () => {
    const client = new pg.Client(postgresUrl);
    await client.connect();
    for (const name of [schema, jobSchema(schema)])
      await client.query(`SET client_min_messages = error; DROP SCHEMA IF EXISTS ${name} CASCADE`);
    await client.end();
  });
  return schema;
};

export const sqlite: Engine = {
  name: "SQLite",
  async open(atEnd = onTestFinished) {
    const database = openSqlite(":memory:", () => Date.now());
    atEnd(() => database.close());
    return database;
  },
};

const postgres: Engine = {
  name: "PostgreSQL",
  async open(atEnd = onTestFinished) {
    const database = await openPostgres({ url: unsyncedUrl, schema: temporarySchema(atEnd) });
    atEnd(() => database.close());
    return database;
  },
};

/** PostgreSQL within this process: one connection, which everybody waits for. */
const poolOf = (pglite: PGlite): ConnectionPool => {
  let last: Promise<void> = Promise.resolve();
  const parsers = Object.fromEntries(
    [20, 1082, 1184, 1700].map((oid) => [oid, parserOf(oid, (text) => text)] as const),
  );
  return {
    async connect(): Promise<Connection> {
      const { promise: released, resolve } = Promise.withResolvers<void>();
      const before = last;
      last = before.then(() => released);
      await before;
      return {
        query: async (text, values) => {
          if (values !== undefined) return pglite.query<Record<string, unknown>>(text, values, { parsers });
          const results = await pglite.exec(text, { parsers });
          return { rows: results.at(-1)?.rows ?? [] };
        },
        release: () => resolve(),
      };
    },
    end: () => last,
  };
};

let started: Promise<PGlite> | undefined;

const startPglite = async (): Promise<PGlite> => {
  const { PGlite: Server } = await import("@electric-sql/pglite");
  return new Server();
};

const pglite: Engine = {
  name: "PGlite",
  async open() {
    const server = await (started ??= startPglite());
    const schema = `tripact_${randomUUID().slice(0, 8)}`;
    await server.exec(`CREATE SCHEMA ${schema}; SET search_path = ${schema}`);
    return migrated(databaseOf(poolOf(server), schema, "pglite"), schema);
  },
};

/** Empties every table but that of the migrations, which takes far less than a new schema. */
const empty = (database: Database): Promise<void> =>
  database.transaction(async (sql) => {
    const rows = await sql.rows(
      "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'schema_step'",
    );
    // In any order, whatever refers to what.
    await sql.rows("SET LOCAL session_replication_role = replica");
    for (const row of rows) await sql.rows(`DELETE FROM ${textColumnOf(row, "tablename")}`);
  });

/** Called in a suite, opens an empty database for each of its tests: on PostgreSQL the same one. */
export const emptyDatabases = (engine: Engine): (() => Promise<Database>) => {
  if (engine !== postgres) return () => engine.open();
  const closings: Parameters<AtEnd>[0][] = [];
  let opened: Promise<Database> | undefined;
  afterAll(async () => {
    for (const close of closings.toReversed()) await close();
  });
  return async () => {
    const database = await (opened ??= engine.open((close) => closings.push(close)));
    await empty(database);
    return database;
  };
};

/** What the suites run on: PGlite takes ten seconds to start, so it replaces a server that is not there. */
export const engines: readonly Engine[] = [
  sqlite,
  ...(hasPostgres ? [postgres] : []),
  ...(!hasPostgres || isNightly ? [pglite] : []),
];

if (!hasPostgres)
  process.stderr.write(
    `fleet: no PostgreSQL at ${host}; its tests are left out, PGlite replaces it where it can\n`,
  );
