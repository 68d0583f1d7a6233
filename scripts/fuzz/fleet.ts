import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { documentation } from "../../src/builtin/documents.ts";
import { createRunRepository } from "../../src/monitoring/history/create-repository.ts";
import { openSqlite } from "../../src/monitoring/history/sqlite.ts";
import type { Database, Row, SqlValue } from "../../src/core/store/database.ts";
import { parameterList, textColumnOf } from "../../src/core/store/rows.ts";
import { fleet, startSandbox, UsageError } from "../../src/index.ts";
import type { Random } from "../../src/serving/random.ts";
import { createDashboardApp } from "../../src/monitoring/fleet/dashboard/dashboard-app.ts";
import { openPostgres } from "../../src/monitoring/fleet/database/postgres.ts";
import { jobSchema, openJobQueue } from "../../src/monitoring/fleet/jobs/job-queue.ts";
import { loadFleet } from "../../src/monitoring/fleet/file/load-fleet.ts";
import {
  beginRun,
  dayOf,
  endRun,
  fleetSettings,
  orderOf,
  shapesOf,
} from "../../test/monitoring/fleet/fleet-runs.ts";
import { filled } from "../../test/monitoring/fleet/dashboard/filled.ts";
import { type Attempt, assertNoBug, Broken, type Surface, within } from "./surface.ts";
import { anyJson, anyText, mutated, shown } from "./values.ts";

/** A fleet's database with the rows that it had at first. */
interface Bench {
  readonly database: Database;
  readonly file: string;
  readonly tables: readonly Table[];
  /** Puts back every row. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

interface Table {
  readonly name: string;
  readonly rows: readonly Row[];
}

const postgresUrl = process.env["TRIPACT_POSTGRES_URL"] ?? "postgres://postgres@127.0.0.1:5432/test";

const tablesOf = async (database: Database): Promise<readonly Table[]> => {
  const names = await database.rows(
    database.engine === "sqlite"
      ? "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
      : "SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()",
  );
  const tables: Table[] = [];
  for (const row of names) {
    const name = textColumnOf(row, "name");
    if (/step|schema|part|tripact/.test(name) && name !== "tried_step") continue;
    tables.push({ name, rows: await database.rows(`SELECT * FROM ${name}`) });
  }
  return tables;
};

const benchOf = async (database: Database, file: string): Promise<Bench> => {
  await filled({ name: "", open: async () => database });
  const tables = await tablesOf(database);
  if (database.engine === "sqlite") await database.rows("PRAGMA foreign_keys = OFF");
  return {
    database,
    file,
    tables,
    restore: () =>
      database.transaction(async (sql) => {
        // In any order, whatever refers to what.
        if (database.engine === "postgres") await sql.rows("SET LOCAL session_replication_role = replica");
        for (const { name, rows } of tables) {
          await sql.rows(`DELETE FROM ${name}`);
          for (const row of rows)
            await sql.rows(
              `INSERT INTO ${name} (${Object.keys(row).join(", ")}) VALUES ${parameterList(Object.keys(row).length)}`,
              // Values of the database itself.
              Object.values(row) as SqlValue[],
            );
        }
      }),
    close: () => database.close(),
  };
};

const whole = [-1, 0, 1, 2, 9, 2 ** 31 - 1, -(2 ** 31), 2 ** 53, 2 ** 53 - 1] as const;

const days = [
  "2025-01-02",
  "0001-01-01",
  "9999-12-31",
  "infinity",
  "-infinity",
  "4713-01-01 BC",
  "1969-12-31",
] as const;

const json = (value: string): unknown => {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
};

/** Another value of a column, as far as its engine lets it in. */
const otherThan = (random: Random, old: unknown): SqlValue => {
  if (random.chance(0.1)) return null;
  if (typeof old === "number") return random.pick(whole);
  if (old instanceof Uint8Array)
    return random.chance(0.5) ? old.slice(0, random.integer(0, old.length)) : Buffer.from(anyText(random));
  const parsed = typeof old === "string" ? json(old) : undefined;
  if (typeof parsed === "object" && random.chance(0.85))
    return JSON.stringify(mutated(random, parsed, (of) => anyJson(of))) ?? null;
  return random.chance(0.3) ? random.pick(days) : anyText(random);
};

/** @returns what was changed; undefined if the database does not let it in */
const changeRow = async (random: Random, { database, tables }: Bench): Promise<string | undefined> => {
  const [first, ...rest] = tables.filter(({ rows }) => rows.length > 0);
  if (first === undefined) throw new Error("the fleet has rows");
  const { name, rows } = random.pick([first, ...rest]);
  const at = random.integer(0, rows.length - 1);
  const [column = ["", 0], ...columns] = Object.entries(rows[at] ?? {});
  const [of, old] = random.pick([column, ...columns]);
  const value = otherThan(random, old);
  const id = database.engine === "sqlite" ? "rowid" : "ctid";
  try {
    await database.transaction(async (sql) => {
      if (database.engine === "postgres") await sql.rows("SET LOCAL session_replication_role = replica");
      await sql.rows(
        `UPDATE ${name} SET ${of} = $1 WHERE ${id} = (SELECT ${id} FROM ${name} LIMIT 1 OFFSET $2)`,
        [value, at],
      );
    });
  } catch {
    return undefined;
  }
  return `${name}.${of} of row ${at} is ${shown(value)}`;
};

const names = ["alpha", "beta", "gamma", "delta", "nobody"] as const;

type Use = (bench: Bench, random: Random) => Promise<unknown>;

const page =
  (path: (random: Random) => string): Use =>
  async ({ database }, random) => {
    const app = createDashboardApp({
      database,
      now: () => Date.parse("2025-01-03T10:00:00Z"),
      fleet: fleetSettings,
      isOwnHost: () => true,
    });
    const response = await app.request(`http://localhost${path(random)}`);
    const body = await response.text();
    if (response.status === 503 || (response.status === 500 && !body.includes("is damaged")))
      throw new Broken(`${response.status}: ${body.slice(0, 200)}`);
    return body;
  };

const fingerprintIn = ({ tables }: Bench, random: Random): string => {
  const rows = tables.find(({ name }) => name === "change")?.rows ?? [];
  return String(rows[random.integer(0, Math.max(0, rows.length - 1))]?.["fingerprint"] ?? "0123456789ab");
};

const options = ({ file }: Bench) => ({ fleet: file, env: {}, signal: AbortSignal.timeout(20_000) });

/** What commands do with a database. */
const uses: Readonly<Record<string, Use>> = {
  status: (bench) => fleet.status({ ...options(bench), date: dayOf(3) }),
  drift: (bench) => fleet.drift({ ...options(bench), date: dayOf(3) }),
  "drift of one": (bench, random) =>
    fleet.drift({ ...options(bench), date: dayOf(3), organization: random.pick(names) }),
  "drift by fingerprint": (bench, random) =>
    fleet.drift({ ...options(bench), date: dayOf(3), fingerprint: fingerprintIn(bench, random) }),
  history: (bench) => Array.fromAsync(fleet.history(options(bench))),
  accept: (bench, random) =>
    fleet.accept({
      ...options(bench),
      fingerprints: [fingerprintIn(bench, random)],
      everywhere: random.chance(0.5),
    }),
  pause: (bench, random) =>
    fleet.pause({ ...options(bench), organization: random.pick(names), reason: anyText(random) }),
  resume: (bench, random) => fleet.resume({ ...options(bench), organization: random.pick(names) }),
  "a run": async ({ database }, random) => {
    const repository = createRunRepository(database, documentation);
    const run = await beginRun(
      repository,
      orderOf(random.pick(["alpha", "beta"]), random.integer(3, 4)),
    ).catch((error: unknown) => {
      if (String(Object(error).message).startsWith("the run is")) return undefined;
      throw error;
    });
    if (run === undefined) return;
    await repository.outlooks(run, []);
    return endRun(repository, run, random.chance(0.8) ? shapesOf({ name: "a", other: "c" }) : undefined);
  },
  "the list": async ({ database }) => {
    const repository = createRunRepository(database, documentation);
    await repository.list([{ name: "alpha", labels: {} }]);
    await repository.makeDue(dayOf(4), "2025-01-04T06:00:00.000Z");
    await repository.prune(dayOf(90), { shapes: 30, operations: 60 });
    return [
      await repository.pending(dayOf(3), true),
      await repository.organizations(),
      await repository.days(9),
    ];
  },
  tonight: page(() => `/?day=${dayOf(3)}`),
  organizations: page(() => "/organizations"),
  organization: page((random) => `/organizations/${random.pick(names)}`),
  operations: page(() => "/operations"),
  operation: page(() => "/operations/donation/listDonors"),
  work: page(() => "/work"),
  metrics: page(() => "/metrics"),
};

/** The same, on a bench whose commands take seconds. */
const slowUses: Readonly<Record<string, Use>> = {
  run: (bench) => fleet.run({ ...options(bench), date: dayOf(4), slots: 2, noWait: true }).result,
  jobs: async (bench, random) => {
    if (bench.database.engine !== "postgres") return;
    await fleet.plan({ ...options(bench), date: dayOf(4), now: true });
    const [row] = await bench.database.rows("SELECT current_schema() AS name");
    const jobs = `${jobSchema(textColumnOf(row ?? {}, "name"))}.job`;
    const value = random.pick([
      "null",
      "[]",
      "{}",
      '"x"',
      '{"organization":"alpha"}',
      JSON.stringify(anyJson(random)),
    ]);
    await bench.database
      .rows(
        `UPDATE ${jobs} SET data = $1 WHERE ctid = (SELECT ctid FROM ${jobs} WHERE state < 'active' LIMIT 1)`,
        [value],
      )
      .catch(() => undefined);
    const work = fleet.work({ ...options(bench), drain: true, slots: 2 });
    for await (const event of work) assertNoBug(JSON.stringify(event));
    return work.result;
  },
};

const fleetFile = (database: string): string =>
  `${database}\ndefaults: { config: organization.json, safety: { maxRequests: 4 } }\norganizations: [${["alpha", "beta"].map((name) => `{ name: ${name}, variables: { NAME: ${name} } }`).join(", ")}]\n`;

/** A fleet's database, in which a row is changed between any two commands, on SQLite and, if it answers, PostgreSQL. */
export const openFleet = async (): Promise<Surface> => {
  const folder = mkdtempSync(join(tmpdir(), "tripact-fuzz-"));
  const served = await startSandbox({ scale: 20 });
  const { volunteer } = served.config.interfaces;
  const config = {
    interfaces: { volunteer: { baseUrl: volunteer.baseUrl, credentials: volunteer.credentials } },
  };
  writeFileSync(join(folder, "organization.json"), JSON.stringify(config).replaceAll("${", "$${"));
  const schema = `tripact_${randomUUID().slice(0, 8)}`;
  const onSqlite = join(folder, "fleet.yaml");
  writeFileSync(onSqlite, fleetFile("database: fleet.sqlite"));
  const benches = [
    await benchOf(
      openSqlite(join(folder, "fleet.sqlite"), () => Date.now()),
      onSqlite,
    ),
  ];
  const onPostgres = join(folder, "postgres.yaml");
  writeFileSync(onPostgres, fleetFile(`database: ${postgresUrl}\nschema: ${schema}\nkey: ${"k".repeat(32)}`));
  const postgres = await openPostgres({ url: postgresUrl, schema }).catch(() => undefined);
  if (postgres !== undefined) {
    benches.push(await benchOf(postgres, onPostgres));
    const file = loadFleet(fleetFile(`database: ${postgresUrl}\nschema: ${schema}\nkey: ${"k".repeat(32)}`), {
      file: onPostgres,
      env: {},
    });
    await (await openJobQueue(file, postgres)).stop();
  }
  const [first, ...rest] = benches;
  if (first === undefined) throw new Error("there is always SQLite");

  const once = async (bench: Bench, name: string, use: Use, random: Random): Promise<void> => {
    try {
      const result = await within(120, use(bench, random));
      assertNoBug(JSON.stringify(result) ?? "");
    } catch (error) {
      if (error instanceof UsageError) return assertNoBug(error.line);
      if (error instanceof DOMException) return;
      throw Object.assign(error instanceof Error ? error : new Broken(String(error)), { use: name });
    }
  };

  return {
    // Connections of the pools, and of callers to the sandbox.
    spare: 12,
    attempt(random): Attempt {
      const bench = random.pick([first, ...rest]);
      const all = Object.entries(random.chance(0.04) ? slowUses : uses);
      const [one = ["", uses["status"] as Use] as const, ...others] = all;
      const chosen = Array.from({ length: 3 }, () => random.pick([one, ...others]));
      // Rows are changed in the attempt, by the same random numbers.
      const attempt = {
        what: `${bench.database.engine}: ${chosen.map(([name]) => name).join(", ")}`,
        async run() {
          await bench.restore();
          for (const [name, use] of chosen) {
            const changed = await changeRow(random, bench);
            attempt.what += `; ${changed ?? "nothing"}, then ${name}`;
            await once(bench, name, use, random);
          }
        },
      };
      return attempt;
    },
    async close() {
      if (postgres !== undefined)
        await postgres.rows(
          `SET client_min_messages = error; DROP SCHEMA IF EXISTS ${schema} CASCADE; DROP SCHEMA IF EXISTS ${jobSchema(schema)} CASCADE`,
        );
      for (const bench of benches) await bench.close();
      await served.close();
      rmSync(folder, { recursive: true });
    },
  };
};
