import { randomUUID } from "node:crypto";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import type { SqlValue } from "../../../../src/core/store/database.ts";
import { openPostgres } from "../../../../src/monitoring/fleet/database/postgres.ts";
import { jobSchema } from "../../../../src/monitoring/fleet/jobs/job-queue.ts";
import { openFleet } from "../../../entrypoints/cli/commands/fleet/fleet-on-postgres.ts";
import { hasPostgres, postgresUrl, temporarySchema } from "../engines.ts";
import { serveOrganizations } from "../served-organizations.ts";

/** What a role, a database or a server may have set, and what a session of a fleet has all the same. */
const settings: readonly (readonly [name: string, theirs: string, ours: string])[] = [
  ["DateStyle", "German, DMY", "ISO, MDY"],
  ["IntervalStyle", "sql_standard", "postgres"],
  ["TimeZone", "Asia/Kathmandu", "UTC"],
  ["bytea_output", "escape", "hex"],
  ["extra_float_digits", "-15", "1"],
  ["standard_conforming_strings", "off", "on"],
  ["transform_null_equals", "on", "off"],
  ["default_transaction_isolation", "serializable", "read committed"],
  ["default_transaction_read_only", "on", "off"],
  ["default_transaction_deferrable", "on", "off"],
  ["statement_timeout", "30s", "0"],
  ["lock_timeout", "30s", "0"],
  ["idle_in_transaction_session_timeout", "30s", "0"],
  ["idle_session_timeout", "30s", "0"],
  ["search_path", "pg_catalog", ""],
];

/** These change nothing that tripact reads; the others may not be changed by every server. */
const harmless = [
  ["lc_numeric", "C"],
  ["client_min_messages", "debug1"],
  ["escape_string_warning", "on"],
  ["array_nulls", "off"],
  ["quote_all_identifiers", "on"],
  ["xmlbinary", "hex"],
] as const;

const asOwner = async (...statements: readonly string[]): Promise<void> => {
  const client = new pg.Client(postgresUrl);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
};

/** The address of the server as a role with settings of its own, for the running test. */
const roleWith = async (own: readonly (readonly [name: string, value: string, ...string[]])[]) => {
  const role = `tripact_${randomUUID().slice(0, 8)}`;
  await asOwner(
    `CREATE ROLE ${role} LOGIN`,
    `GRANT CREATE ON DATABASE test TO ${role}`,
    ...own.map(
      ([name, value]) => `ALTER ROLE ${role} SET ${name} = ${name === "search_path" ? value : `'${value}'`}`,
    ),
  );
  onTestFinished(() => asOwner(`DROP OWNED BY ${role}`, `DROP ROLE ${role}`));
  return postgresUrl.replace("postgres@", `${role}@`);
};

describe.runIf(hasPostgres)("a session whose role has other settings", () => {
  test("has those that tripact relies on, whatever was set for it", async () => {
    const schema = temporarySchema();
    const database = await openPostgres({ url: await roleWith(settings), schema });
    onTestFinished(() => database.close());
    for (const [name, , ours] of settings) {
      const [row] = await database.rows("SELECT current_setting($1) AS value", [name]);
      expect([name, row?.["value"]]).toEqual([name, name === "search_path" ? schema : ours]);
    }
  });

  test("reads and writes instants, days, bytes and numbers as every other one does", async () => {
    const database = await openPostgres({ url: await roleWith(settings), schema: temporarySchema() });
    onTestFinished(() => database.close());
    await database.rows("CREATE TABLE kept (at TIMESTAMPTZ, day DATE, raw BYTEA, real FLOAT8, path TEXT)");
    const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
    const values: readonly SqlValue[] = ["2025-01-02T03:04:05.678Z", "2025-01-02", bytes, 0.1 + 0.2, "a\\b"];
    await database.rows("INSERT INTO kept VALUES ($1, $2, $3, $4, $5)", values);
    const [row] = await database.rows("SELECT * FROM kept WHERE day = $1", ["2025-01-02"]);
    expect(Object.values(row ?? {}).map((one) => (one instanceof Uint8Array ? [...one] : one))).toEqual(
      values.map((one) => (one instanceof Uint8Array ? [...one] : one)),
    );
    const infinite = database.rows("SELECT 'infinity'::timestamptz AS at");
    await expect(infinite).rejects.toThrow("the store is damaged: a column of instants holds something else");
  });

  test("runs a fleet, whose days, changes and histories are those of any other one", async () => {
    const served = await serveOrganizations(3, ["crm"], 8);
    const url = await roleWith([...settings, ...harmless]);
    const fleet = openFleet(served, { url });
    const ran = await fleet.run("run");
    expect([ran.code, ran.err]).toEqual([0, ""]);
    expect(ran.out).toMatch(/ {2}3 done, 0 failed, 0 running, 0 waiting/);
    expect((await fleet.run("status")).code).toBe(0);
    expect((await fleet.run("drift")).code).toBe(0);
    const history = await fleet.run("history", "--json");
    expect([history.code, JSON.parse(history.out).histories.length]).toEqual([0, 3]);
    const planned = await fleet.run("plan", "--date", "2025-01-01");
    expect([planned.code, planned.out]).toEqual([0, "2025-01-01: 3 runs planned, of 3 organizations\n"]);
    // The queue reads its own instants in the same form: none of these is due yet.
    const [waiting] = await fleet.rows(
      `SELECT count(*)::int AS jobs FROM ${jobSchema(fleet.schema)}.job WHERE name = 'run' AND state = 'created'`,
    );
    expect(waiting).toEqual({ jobs: 3 });
  });
});
