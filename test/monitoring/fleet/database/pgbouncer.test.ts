import { describe, expect, test } from "vitest";
import { openFleet } from "../../../entrypoints/cli/commands/fleet/fleet-on-postgres.ts";
import { hasPgbouncer, startPgbouncer } from "../pgbouncer.ts";
import { serveOrganizations } from "../served-organizations.ts";

describe.runIf(hasPgbouncer)("behind PgBouncer", () => {
  test.each([
    ["with session pooling", ["pool_mode = session"]],
    // As its own manual advises for clients that send this option.
    ["that drops startup options", ["pool_mode = session", "ignore_startup_parameters = options"]],
    [
      "whose sessions served others before",
      ["pool_mode = session", "server_reset_query =", "default_pool_size = 12"],
    ],
  ])("%s a fleet keeps its tables in its own schemas, and finds them again", async (_, lines) => {
    const served = await serveOrganizations(2, ["crm"], 8);
    const fleet = openFleet(served, { url: await startPgbouncer(...lines) });
    for (const verb of ["run", "status", "drift", "history"]) {
      const { code, err } = await fleet.run(verb, "--json");
      expect([verb, code, err]).toEqual([verb, 0, ""]);
    }
    const tables = await fleet.rows(
      `SELECT schemaname AS schema, count(*)::int AS tables FROM pg_tables
       WHERE tablename IN ('schema_step', 'due_run', 'job') AND schemaname IN ('public', current_schema()) GROUP BY 1`,
    );
    expect(tables).toEqual([{ schema: fleet.schema, tables: 2 }]);
    expect(await fleet.rows("SELECT state FROM run")).toEqual([{ state: "done" }, { state: "done" }]);
  });
});
