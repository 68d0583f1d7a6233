import { describe, expect, onTestFinished, test } from "vitest";
import { UsageError } from "../../../../src/core/model/usage-error.ts";
import pg from "pg";
import { databaseOf, migrated, openPostgres } from "../../../../src/monitoring/fleet/database/postgres.ts";
import { hasPostgres, postgresUrl, temporarySchema } from "../engines.ts";

describe.runIf(hasPostgres)("a database of PostgreSQL", () => {
  const opened = async (schema: string) => {
    const database = await openPostgres({ url: postgresUrl, schema, connections: 1 });
    onTestFinished(() => database.close());
    return database;
  };

  test("is migrated once, however many workers start at the same moment", async () => {
    const schema = temporarySchema();
    const all = await Promise.all(Array.from({ length: 8 }, () => opened(schema)));
    const steps = await Promise.all(all.map((database) => database.rows("SELECT step FROM schema_step")));
    expect(new Set(steps.map((rows) => JSON.stringify(rows))).size).toBe(1);
    expect(steps[0]).toHaveLength(1);
  });

  test("says that it cannot be used without a password in it", async () => {
    const url = "postgres://postgres:s3cret-word@127.0.0.1:1/test";
    const error: unknown = await openPostgres({ url, schema: "x" }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      location: "postgres://127.0.0.1:1/test",
      message: expect.stringContaining("the database cannot be used"),
    });
    expect(JSON.stringify(error)).not.toContain("s3cret");
    const role = postgresUrl.replace("postgres@", "nobody_here:s3cret-word@");
    await expect(openPostgres({ url: role, schema: "x" })).rejects.toThrow("the database cannot be used");
  });

  test.each([
    ["a table is missing", "DROP TABLE alert_notice CASCADE", /relation "alert_notice" does not exist/],
    ["a column is missing", "ALTER TABLE alert_notice DROP COLUMN kind", /column "kind" does not exist/],
    ["a table is there already", "UPDATE schema_step SET step = 0", /relation "\w+" already exists/],
  ])("whose tables somebody else has changed is damaged: %s", async (_, change, says) => {
    const schema = temporarySchema();
    await (await opened(schema)).rows(change);
    const again = opened(schema).then((database) => database.rows("SELECT kind FROM alert_notice"));
    const error: unknown = await again.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({
      location: postgresUrl.replace("postgres@", ""),
      message: expect.stringMatching(says),
    });
  });

  test("gets no table where a connection does not keep its settings, as with transaction pooling", async () => {
    const [schema, pool] = [temporarySchema(), new pg.Pool({ connectionString: postgresUrl })];
    const connections = {
      connect: async () => {
        const client = await pool.connect();
        return {
          query: (text: string, values?: unknown[]) => client.query<Record<string, unknown>>(text, values),
          release: () => client.release(),
        };
      },
      end: () => pool.end(),
    };
    await expect(migrated(databaseOf(connections, schema, "a server"), schema)).rejects.toMatchObject({
      message: "a connection does not keep its settings from one transaction to the next",
      hint: "set pool_mode = session in PgBouncer",
    });
    const database = await opened(schema);
    const tables = await database.rows(
      "SELECT 1 FROM pg_tables WHERE schemaname = 'public' AND tablename = 'run'",
    );
    expect(tables).toEqual([]);
  });

  test("sees instants and days as SQLite does, in whatever time zone the server is", async () => {
    const database = await opened(temporarySchema());
    await database.transaction(async (sql) => {
      await sql.rows("SET LOCAL TimeZone = 'Asia/Kathmandu'");
      const [row] = await sql.rows(
        "SELECT '2025-01-31T23:30:00Z'::timestamptz AS at, '2025-01-31'::date AS day, 5000000000::bigint AS large",
      );
      expect(row).toEqual({ at: "2025-01-31T23:30:00.000Z", day: "2025-01-31", large: 5_000_000_000 });
    });
  });

  test("undoes a transaction whose connection breaks, and serves the next one", async () => {
    const schema = temporarySchema();
    const database = await opened(schema);
    const broken = database.transaction(async (sql) => {
      await sql.rows("INSERT INTO organization (name) VALUES ('north')");
      await sql.rows("SELECT pg_terminate_backend(pg_backend_pid())");
    });
    await expect(broken).rejects.toThrow("terminating connection due to administrator command");
    expect(await database.rows("SELECT name FROM organization")).toEqual([]);
  });
});
