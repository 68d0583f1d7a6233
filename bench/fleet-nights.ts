import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { createOrganizations } from "../test/monitoring/fleet/organizations.ts";
import { countStatements } from "./statement-counter.ts";
import { type ProcessFigures, runProcess, startService } from "./whole-process.ts";

/** Server for the schemas of the bench. */
const postgresUrl = process.env["TRIPACT_BENCH_POSTGRES"] ?? "postgres://postgres@127.0.0.1:5432/test";

/** The cost of a fleet, per organization and run. */
export interface FleetCost {
  readonly organizations: number;
  /** Without the cost of a worker that finds nothing to do. */
  readonly cpuMs: number;
  readonly requests: number;
  /** Of the runs, and of the queue. */
  readonly statements: number;
  readonly queueStatements: number;
  /** For the rows that a run adds, with their indexes. */
  readonly bytesOfRun: number;
  /** For shapes only, which are kept for a shorter time. */
  readonly bytesOfShapes: number;
  /** For the rows of an organization, however many runs it had. */
  readonly bytesOfOrganization: number;
  /** Of the worker. */
  readonly peakMb: number;
}

const days = ["2025-01-01", "2025-01-02"] as const;

/** Tables to which every run adds rows. */
const tablesOfRuns = ["run", "target_run", "operation_run", "event"];

const keptAlways = ["organization", "target", "target_state", "change", "acceptance"];

export interface FleetOrder {
  /** The project's root folder, with a trailing slash. */
  readonly root: string;
  /** An empty folder. */
  readonly scratch: string;
  readonly organizations: number;
  /** Maximum per run. */
  readonly requests: number;
  readonly port: number;
}

/** Whether there is a server for the measurement. */
export const hasPostgres = async (): Promise<boolean> => {
  const client = new pg.Client(postgresUrl);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
};

const withClient = async <Result>(schema: string, work: (client: pg.Client) => Promise<Result>) => {
  const client = new pg.Client({ connectionString: postgresUrl, options: `-c search_path=${schema}` });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

const dropSchemas = (schema: string): Promise<unknown> =>
  withClient(schema, (client) =>
    client.query(
      `SET client_min_messages = error; DROP SCHEMA IF EXISTS ${schema} CASCADE; DROP SCHEMA IF EXISTS ${schema}_jobs CASCADE`,
    ),
  );

/** Bytes of tables with their indexes and TOAST data. */
const sizeOf = async (client: pg.Client, tables: readonly string[]): Promise<number> => {
  const { rows } = await client.query<{ bytes: string }>(
    "SELECT sum(pg_total_relation_size(name::regclass)) AS bytes FROM unnest($1::text[]) AS name",
    [tables],
  );
  return Number(rows[0]?.bytes ?? 0);
};

const sumOf = async (client: pg.Client, column: string, table: string): Promise<number> => {
  const { rows } = await client.query<{ sum: string }>(
    `SELECT coalesce(sum(${column}), 0) AS sum FROM ${table}`,
  );
  return Number(rows[0]?.sum ?? 0);
};

const giveFiles = ({ scratch, organizations, requests, port }: FleetOrder, schema: string) => {
  const targets = createOrganizations(organizations);
  const config = targets.configAt(`http://127.0.0.1:${port}`);
  writeFileSync(`${scratch}/organization.yaml`, JSON.stringify(config));
  writeFileSync(`${scratch}/organizations.csv`, `name\n${targets.names.join("\n")}\n`);
  const safety = { perSecond: 1000, perHour: 100_000, maxRequests: requests };
  const fleet = {
    database: "${TRIPACT_DATABASE}",
    schema,
    key: "k".repeat(32),
    defaults: { config: "organization.yaml", safety },
    organizations: { file: "organizations.csv" },
  };
  writeFileSync(`${scratch}/fleet.yaml`, JSON.stringify(fleet));
  return targets;
};

const runFleet = async (
  { root, scratch }: FleetOrder,
  env: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<ProcessFigures> => {
  const figures = await runProcess(process.execPath, [`${root}bin/tripact.js`, "fleet", ...args], {
    cwd: scratch,
    env,
  });
  if (figures.code !== 0 && figures.code !== 1)
    throw new Error(`tripact fleet ${args.join(" ")} ended with ${figures.code}: ${figures.out}`);
  return figures;
};

/** Runs two days of a fleet on PostgreSQL in a worker of eight slots. */
export const measureFleet = async (order: FleetOrder): Promise<FleetCost> => {
  const { organizations, port } = order;
  const schema = `tripact_bench_${organizations}`;
  await dropSchemas(schema);
  const targets = giveFiles(order, schema);
  const program = fileURLToPath(new URL("./fleet-target.ts", import.meta.url));
  const service = await startService(
    process.execPath,
    [program, String(organizations), String(port)],
    `http://127.0.0.1:${port}/`,
  );
  const counter = await countStatements(postgresUrl);
  try {
    const env = { ...targets.env, TRIPACT_DATABASE: counter.url };
    await runFleet(order, env, "migrate");
    const before = [counter.of("tripact"), counter.of("tripact jobs")] as const;
    const nights: ProcessFigures[] = [];
    for (const day of days) nights.push(await runFleet(order, env, "run", "--date", day, "--quiet"));
    const after = [counter.of("tripact"), counter.of("tripact jobs")] as const;
    const idle = await runFleet(order, env, "run", "--date", days[1], "--quiet");
    const runs = organizations * days.length;
    const cpuMs = nights.reduce((sum, night) => sum + Math.max(0, night.cpuMs - idle.cpuMs), 0) / runs;
    return await withClient(schema, async (client) => {
      const done = await client.query("SELECT 1 FROM run WHERE state = 'done'");
      if (done.rows.length !== runs) throw new Error(`${done.rows.length} of ${runs} runs are done`);
      return {
        organizations,
        cpuMs,
        requests: (await sumOf(client, "requests", "run")) / runs,
        statements: (after[0] - before[0]) / runs,
        queueStatements: (after[1] - before[1]) / runs,
        bytesOfRun: (await sizeOf(client, tablesOfRuns)) / runs,
        bytesOfShapes: (await sizeOf(client, ["target_shapes"])) / runs,
        bytesOfOrganization: (await sizeOf(client, keptAlways)) / organizations,
        peakMb: Math.max(...nights.map(({ peakMb }) => peakMb)),
      };
    });
  } finally {
    counter.close();
    await service.stop();
    await targets.close();
    await dropSchemas(schema);
  }
};
