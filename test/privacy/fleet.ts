import { inflateRawSync } from "node:zlib";
import pg from "pg";
import { createDashboardApp } from "../../src/monitoring/fleet/dashboard/dashboard-app.ts";
import type { Database } from "../../src/core/store/database.ts";
import { openPostgres } from "../../src/monitoring/fleet/database/postgres.ts";
import { openSqlite } from "../../src/monitoring/history/sqlite.ts";
import { jobSchema } from "../../src/monitoring/fleet/jobs/job-queue.ts";
import { systemClock } from "../../src/core/model/system-clock.ts";
import { postgresUrl, temporarySchema } from "../monitoring/fleet/engines.ts";
import { fleetSettings } from "../monitoring/fleet/fleet-runs.ts";
import { isNightly } from "../nightly.ts";
import type { Stage } from "./stage.ts";

const names = ["alpha", "beta"] as const;

/** The last one is looked at. */
const lastDay = "2025-01-03";

/** On the first one the target is quiet. */
const days = ["2025-01-01", ...(isNightly ? ["2025-01-02"] : []), lastDay];

const longSecret = ({ plant }: Stage): string => Array.from({ length: 4 }, () => plant.text()).join(" ");

/** A template whose secrets are variables, and the variables of each organization. */
const give = (stage: Stage, lines: readonly string[]): Readonly<Record<string, string>> => {
  const { config, tokens } = stage.target;
  const interfaces = Object.entries(config.interfaces)
    .filter(([name]) => stage.interfaces.includes(name))
    .map(([name, { baseUrl }]) => {
      const credential = name === "crm" ? "apiKey" : "token";
      return [name, { baseUrl, credentials: { [credential]: `\${${name.toUpperCase()}_TOKEN}` } }] as const;
    });
  stage.give("organization.json", JSON.stringify({ interfaces: Object.fromEntries(interfaces) }));
  const safety = `{ perSecond: 10000, perHour: 100000, maxRequests: ${isNightly ? 60 : 16} }`;
  // The organizations have one credential: a fleet refuses that unless its file names the account.
  const file = [
    `defaults: { config: organization.json, account: both, safety: ${safety} }`,
    "organizations:",
  ];
  stage.give("fleet.yaml", [...lines, ...file, ...names.map((name) => `  - { name: ${name} }`)].join("\n"));
  const secrets = names.flatMap((name) =>
    stage.interfaces.map(
      (of) => [`${name.toUpperCase()}_${of.toUpperCase()}_TOKEN`, tokens[of] ?? ""] as const,
    ),
  );
  return { ...Object.fromEntries(secrets), TRIPACT_FLEET_KEY: longSecret(stage) };
};

/** Every page that links lead to from the first one, and the metrics. */
const tellPages = async (stage: Stage, database: Database): Promise<void> => {
  const token = stage.plant.text().replaceAll(/[^\x20-\x7e]|\s/g, "");
  const app = createDashboardApp({
    database,
    fleet: fleetSettings,
    token,
    now: () => Date.now(),
    isOwnHost: () => true,
  });
  const seen = new Set(["/", "/metrics", "/organizations?search=a"]);
  // A set is gone through with what is added on the way.
  for (const path of seen) {
    const response = await app.request(path, {
      headers: { host: "127.0.0.1", authorization: `Bearer ${token}` },
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path} answers ${response.status}`);
    stage.record(`page ${path}`, text);
    for (const [, link = ""] of text.matchAll(/href="(\/[^"]*)"/g))
      if (!link.startsWith("/assets/") && seen.size < 60) seen.add(link.replaceAll("&amp;", "&"));
  }
  if (seen.size < 10) throw new Error("the pages lead nowhere");
};

/** That of the first change, which can be accepted. */
const fingerprintIn = (text: string): string =>
  /"changes": ?\[[^]*?"fingerprint": ?"([0-9a-f]{12})"/.exec(text)?.[1] ?? "";

/** What people do with a fleet whose runs have been made. */
const look = async (stage: Stage, fleet: (...args: readonly string[]) => Promise<string>): Promise<void> => {
  for (const args of [["drift"], ["history"], ["status"], ["check", "--resolve"]])
    await fleet(...args, ...(args[0] === "status" || args[0] === "drift" ? ["--date", lastDay] : []));
  const fingerprint = fingerprintIn(await fleet("drift", "--date", lastDay, "--json"));
  if (fingerprint !== "") {
    await fleet("accept", fingerprint, "--everywhere");
    await fleet("drift", "--date", lastDay, "--fingerprint", fingerprint);
  }
  await fleet("pause", names[0], "--reason", "moving");
  stage.target.beQuiet(false);
};

/** A fleet on SQLite, whose file is looked at with all that is in the folder. */
export const fleetOnSqlite = async (stage: Stage): Promise<void> => {
  const env = give(stage, ["key: ${TRIPACT_FLEET_KEY}"]);
  const fleet = async (...args: readonly string[]) => (await stage.run(["fleet", ...args], { env })).out;
  for (const day of days) {
    stage.target.beQuiet(day === days[0]);
    await fleet("run", "--date", day, "--slots", "1");
  }
  await look(stage, fleet);
  const database = openSqlite(`${stage.folder}/fleet.sqlite`, () => Date.now());
  try {
    await tellPages(stage, database);
  } finally {
    await database.close();
  }
};

const shown = (value: unknown): string => {
  if (!(value instanceof Uint8Array)) return typeof value === "string" ? value : JSON.stringify(value);
  const bytes = inflateRawSync(value);
  return `${bytes.toString("latin1")}\n${bytes.toString("utf16le")}`;
};

/** Every row of every table, the jobs' too. */
const tellTables = async (stage: Stage, schema: string): Promise<void> => {
  const client = new pg.Client(postgresUrl);
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ schemaname: string; tablename: string }>(
      "SELECT schemaname, tablename FROM pg_tables WHERE schemaname = ANY($1)",
      [[schema, jobSchema(schema)]],
    );
    for (const { schemaname, tablename } of tables) {
      const { rows } = await client.query<Record<string, unknown>>(
        `SELECT * FROM ${schemaname}.${tablename}`,
      );
      stage.record(`table ${tablename}`, rows.flatMap((row) => Object.values(row).map(shown)).join("\n"));
    }
    if (tables.length < 20) throw new Error("tables are missing");
  } finally {
    await client.end();
  }
};

/** A fleet on PostgreSQL with a worker; the address of the database holds a password. */
export const fleetOnPostgres = async (stage: Stage): Promise<void> => {
  const schema = temporarySchema();
  const password = encodeURIComponent(stage.plant.text());
  const url = postgresUrl.replace("postgres@", `postgres:${password}@`);
  const env = {
    ...give(stage, ["database: ${TRIPACT_DATABASE}", `schema: ${schema}`, "key: ${TRIPACT_FLEET_KEY}"]),
    TRIPACT_DATABASE: url,
  };
  const fleet = async (...args: readonly string[]) =>
    (await stage.run(["fleet", ...args], { env, clock: systemClock })).out;
  await fleet("migrate");
  for (const day of days) {
    stage.target.beQuiet(day === days[0]);
    await fleet("plan", "--date", day, "--now");
    await fleet("work", "--drain", "--slots", "1");
  }
  await look(stage, fleet);
  await tellTables(stage, schema);
  const database = await openPostgres({ url, schema });
  try {
    await tellPages(stage, database);
  } finally {
    await database.close();
  }
};
