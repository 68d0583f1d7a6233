/**
 * Fills PostgreSQL with the runs of a large fleet, and times every page, a day's plan and the retention: writes
 * reports/fleet-load-N.md. `--organizations N` (default 1,000, a multiple of four), `--days N` (30, or a multiple),
 * `--url URL` of a database in which a superuser may create the schema tripact_load; it is removed afterwards unless
 * `--keep`.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { documentation } from "../src/builtin/documents.ts";
import { createDashboardApp } from "../src/monitoring/fleet/dashboard/dashboard-app.ts";
import type { Database } from "../src/core/store/database.ts";
import { openPostgres } from "../src/monitoring/fleet/database/postgres.ts";
import { integerColumnOf, textColumnOf } from "../src/core/store/rows.ts";
import { loadFleet } from "../src/monitoring/fleet/file/load-fleet.ts";
import { readTextFile } from "../src/core/source/read-file.ts";
import { openJobQueue } from "../src/monitoring/fleet/jobs/job-queue.ts";
import { planDay } from "../src/monitoring/fleet/jobs/plan-day.ts";
import { createRunRepository } from "../src/monitoring/history/create-repository.ts";
import { ofItems } from "../test/monitoring/drift/alterations.ts";
import { dayOf, fleetSettings } from "../test/monitoring/fleet/fleet-runs.ts";
import {
  simulatedName,
  type SimulatedChange,
  simulateFleet,
} from "../test/monitoring/fleet/simulated-fleet.ts";
import { copyOrganizations, repeatDays } from "./fleet/copy-organizations.ts";
import { writeMeasured } from "./write-measured.ts";

const { values } = parseArgs({
  options: {
    organizations: { type: "string", default: "1000" },
    days: { type: "string", default: "30" },
    url: { type: "string", default: "postgres://postgres@127.0.0.1:5432/test" },
    keep: { type: "boolean", default: false },
  },
});

const [organizations, days] = [Number(values.organizations), Number(values.days)];

const schema = "tripact_load";

/** Number of organizations that really run; the others are copies. */
const simulated = 4;

/** Number of days that really run; the others repeat them. */
const simulatedDays = Math.min(days, 30);

if (organizations % simulated !== 0 || days % simulatedDays !== 0)
  throw new Error("give a number of organizations that four divides, and of days that thirty divides");

/** Milliseconds allowed per page: fewer in a fleet of usual size. */
const mostMs = organizations <= 1000 && days <= 30 ? 50 : 300;

const note = (line: string): void => void process.stderr.write(`  ${line}\n`);

const donors = /\/api\/Donor\/(?:list|query)$/i;

const withField = (name: string, value: unknown) => ofItems(donors, (item) => ({ ...item, [name]: value }));

const releaseDay = Math.ceil(simulatedDays * 0.7);

/** A release, and two changes per organization. */
const changes: readonly SimulatedChange[] = [
  { from: releaseDay, alter: withField("nickname", "x") },
  ...Array.from({ length: simulated }, (_, index) => simulatedName(index)).flatMap((organization, index) => [
    { organization, from: Math.ceil(simulatedDays / (2 + index)), alter: withField(`own${index}`, 1) },
    { organization, from: Math.ceil(simulatedDays / (3 + index)), alter: withField("giftCount", "1") },
  ]),
];

const dropSchemas = async (): Promise<void> => {
  const client = new pg.Client(values.url);
  await client.connect();
  for (const name of [schema, `${schema}_jobs`])
    await client.query(`SET client_min_messages = error; DROP SCHEMA IF EXISTS ${name} CASCADE`);
  await client.end();
};

/** The change that every organization shows. */
const releaseIn = async (database: Database): Promise<string> => {
  const [row] = await database.rows(
    "SELECT fingerprint FROM change WHERE state = 'standing' GROUP BY fingerprint ORDER BY count(*) DESC LIMIT 1",
  );
  if (row === undefined) throw new Error("nothing has changed");
  return textColumnOf(row, "fingerprint");
};

const fill = async (database: Database): Promise<string> => {
  note(`${simulated} organizations, ${simulatedDays} days`);
  await simulateFleet(database, {
    organizations: simulated,
    days: simulatedDays,
    changes,
    scales: [60, 120, 250, 400],
    budget: 300,
  });
  const release = await releaseIn(database);
  await repeatDays(database, simulatedDays, days / simulatedDays);
  await copyOrganizations(database, organizations / simulated, release, note);
  return release;
};

interface Timed {
  readonly what: string;
  readonly ms: number;
}

/** The shortest of several times, because the machine has other users. */
const timeOf = async (what: string, times: number, work: () => Promise<unknown>): Promise<Timed> => {
  let ms = Infinity;
  for (let time = 0; time < times; time += 1) {
    const startedAt = performance.now();
    await work();
    ms = Math.min(ms, performance.now() - startedAt);
  }
  note(`${what}: ${ms.toFixed(1)} ms`);
  return { what, ms };
};

const timePages = async (database: Database, release: string): Promise<readonly Timed[]> => {
  const app = createDashboardApp({
    database,
    fleet: { ...fleetSettings, breadth: { share: 0.5, atLeast: 10 } },
    now: () => Date.parse(`${dayOf(days)}T02:00:00Z`),
    isOwnHost: () => true,
  });
  const pages = {
    Tonight: "/",
    "Tonight, of an earlier day": `/?day=${dayOf(2)}`,
    "Change, of a release": `/changes/${release}`,
    Organizations: "/organizations",
    "Organizations, searched": "/organizations?search=org-02-000",
    Organization: `/organizations/${simulatedName(1)}`,
    Operations: "/operations",
    Operation: "/operations/donation/listDonors",
    Work: "/work",
    "/metrics": "/metrics",
    "/readyz": "/readyz",
  };
  const timed: Timed[] = [];
  for (const [what, path] of Object.entries(pages))
    timed.push(
      await timeOf(what, 25, async () => {
        const response = await app.request(path, { headers: { host: "localhost" } });
        if (response.status !== 200) throw new Error(`${path} answers ${response.status}`);
        await response.text();
      }),
    );
  return timed;
};

/** The queries of commands. */
const timeCommands = async (database: Database, release: string): Promise<readonly Timed[]> => {
  const repository = createRunRepository(database, documentation);
  return [
    await timeOf("`fleet status`", 5, () => repository.status(dayOf(days))),
    await timeOf("`fleet drift`", 5, () => repository.changes()),
    await timeOf("`fleet drift --fingerprint`, of a release", 5, () =>
      repository.changes({ fingerprint: release }),
    ),
  ];
};

/** Plans the next day for all organizations, twice. */
const timePlan = async (database: Database): Promise<readonly Timed[]> => {
  const folder = mkdtempSync(join(tmpdir(), "tripact-load-"));
  try {
    const rows = await database.rows("SELECT name FROM organization ORDER BY name");
    writeFileSync(
      join(folder, "all.csv"),
      `name\n${rows.map((row) => textColumnOf(row, "name")).join("\n")}\n`,
    );
    const file = {
      database: values.url,
      schema,
      key: "k".repeat(32),
      defaults: { config: "organization.yaml" },
      organizations: { file: "all.csv" },
    };
    const fleet = loadFleet(JSON.stringify(file), { file: join(folder, "fleet.yaml"), env: {} });
    const signal = new AbortController().signal;
    const inputs = {
      env: {},
      signal,
      readText: (path: string, location: string) => readTextFile(path, { location, signal }),
    };
    const queue = await openJobQueue(fleet, database);
    const repository = createRunRepository(database, documentation);
    const plan = async (expected: number): Promise<void> => {
      const options = {
        fleet,
        inputs,
        repository,
        queue,
        day: dayOf(days + 1),
        now: Date.now(),
        spread: true,
        again: false,
      };
      const { added } = await planDay(options);
      if (added !== expected) throw new Error(`${added} runs were planned`);
    };
    const first = await timeOf("a day planned", 1, () => plan(organizations));
    const again = await timeOf("the same day planned again", 1, () => plan(0));
    await queue.stop();
    return [first, again];
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const countOf = async (database: Database, table: string): Promise<number> => {
  const [row] = await database.rows(`SELECT count(*) AS rows FROM ${table}`);
  return row === undefined ? 0 : integerColumnOf(row, "rows");
};

/** Removes the oldest day's details; aggregates stay. */
const timeRetention = async (database: Database): Promise<Timed> => {
  const repository = createRunRepository(database, documentation);
  const tables = ["target_shapes", "operation_run", "operation_day", "event", "run"];
  const before = await Promise.all(tables.map((table) => countOf(database, table)));
  const timed = await timeOf("retention of one day", 1, () =>
    repository.prune(dayOf(days), { shapes: days - 2, operations: days - 2 }),
  );
  const after = await Promise.all(tables.map((table) => countOf(database, table)));
  const removed = tables.map((_, index) => (before[index] ?? 0) - (after[index] ?? 0));
  note(`removed: ${tables.map((table, index) => `${table} ${removed[index]}`).join(", ")}`);
  if (removed[0] === 0 || removed[1] === 0 || removed.slice(2).some((rows) => rows !== 0))
    throw new Error("the retention removed something else than one day's details");
  return timed;
};

/** Rows and bytes of every table, the largest first. */
const sizesOf = async (database: Database): Promise<readonly string[]> => {
  const rows = await database.rows(
    `SELECT relname, n_live_tup AS rows, pg_total_relation_size(relid) AS bytes FROM pg_stat_user_tables
     WHERE schemaname = $1 ORDER BY bytes DESC`,
    [schema],
  );
  const total = rows.reduce((sum, row) => sum + integerColumnOf(row, "bytes"), 0);
  const line = (name: string, count: string, bytes: number): string =>
    `| ${name} | ${count} | ${(bytes / 1e6).toFixed(1)} | ${Math.round(bytes / organizations / days).toLocaleString("en")} |`;
  return [
    ...rows
      .filter((row) => integerColumnOf(row, "bytes") > 100_000)
      .map((row) =>
        line(
          `\`${textColumnOf(row, "relname")}\``,
          integerColumnOf(row, "rows").toLocaleString("en"),
          integerColumnOf(row, "bytes"),
        ),
      ),
    line("all", "", total),
  ];
};

const linesOf = (timed: readonly Timed[], limit?: number): readonly string[] =>
  timed.map(
    ({ what, ms }) =>
      `| ${what} | ${ms.toFixed(1)} |${limit === undefined ? "" : ` ${ms <= limit ? "met" : "**not met**"} |`}`,
  );

const main = async (): Promise<void> => {
  await dropSchemas();
  const database = await openPostgres({ url: values.url, schema });
  try {
    const release = await fill(database);
    const sizes = await sizesOf(database);
    const pages = await timePages(database, release);
    const others = [
      ...(await timeCommands(database, release)),
      ...(await timePlan(database)),
      await timeRetention(database),
    ];
    const body = [
      `${organizations.toLocaleString("en")} organizations, ${days} days, on PostgreSQL: ${simulated} organizations were run against sandboxes for ${simulatedDays} days with 300 requests a day; the others are copies of them${days > simulatedDays ? ", and so are later days" : ""}. Times are the shortest of several.`,
      "",
      "| table | rows | MB | bytes for each organization-run |\n|---|---|---|---|",
      ...sizes,
      "",
      `| page | ms | ≤ ${mostMs} ms |\n|---|---|---|`,
      ...linesOf(pages, mostMs),
      "",
      "| what | ms |\n|---|---|",
      ...linesOf(others),
    ].join("\n");
    process.stdout.write(`${body}\n`);
    writeMeasured(`fleet-load-${organizations}`, "A large fleet", body);
    process.exitCode = pages.every(({ ms }) => ms <= mostMs) ? 0 : 1;
  } finally {
    await database.close();
    if (!values.keep) await dropSchemas();
  }
};

await main();
