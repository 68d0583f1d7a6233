import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { PgBoss } from "pg-boss";
import { expect, onTestFinished } from "vitest";
import type { Clock } from "../../../../../src/core/model/clock.ts";
import { systemClock } from "../../../../../src/core/model/system-clock.ts";
import { jobSchema } from "../../../../../src/monitoring/fleet/jobs/job-queue.ts";
import { postgresUrl, temporarySchema, unsyncedUrl } from "../../../../monitoring/fleet/engines.ts";
import type { ServedOrganizations } from "../../../../monitoring/fleet/served-organizations.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { fleetFile } from "./fleet-alone.ts";

const bin = fileURLToPath(new URL("../../../../../bin/tripact.js", import.meta.url));

export interface Worker {
  /** What it printed once it has ended. */
  readonly text: Promise<string>;
  readonly code: Promise<number>;
  /** Stops it as the first signal does. */
  stop(): void;
}

export interface WorkerProcess extends Worker {
  readonly process: ChildProcess;
}

const started = (child: ChildProcess): WorkerProcess => {
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk) => chunks.push(String(chunk)));
  const closed = once(child, "close");
  return {
    process: child,
    text: closed.then(() => chunks.join("")),
    code: closed.then(([code]) => Number(code)),
    stop: () => void child.kill("SIGTERM"),
  };
};

interface FleetSettings {
  /** What workers and commands reach the database by. */
  readonly url?: string;
  /** The clock of commands and workers. */
  readonly clock?: Clock;
  /** The keys of the fleet file. */
  readonly work?: string;
  readonly defaults?: string;
  /** Further lines of the fleet file. */
  readonly more?: readonly string[];
}

/** A fleet on PostgreSQL, in schemas of the running test's own. */
export const openFleet = (
  served: ServedOrganizations,
  {
    url = unsyncedUrl,
    clock = systemClock,
    work = "{ heartbeat: 10s, retries: 3, retryDelay: 1s }",
    defaults,
    more,
  }: FleetSettings = {},
) => {
  const schema = temporarySchema();
  const cwd = temporaryFolder({
    "organization.yaml": JSON.stringify(served.config),
    "fleet.yaml": [
      `database: ${url}`,
      `schema: ${schema}`,
      `key: ${"k".repeat(32)}`,
      `work: ${work}`,
      fleetFile(served.names, { defaults, more }),
    ].join("\n"),
  });
  const env = { ...served.env, XDG_STATE_HOME: cwd };
  const workers: ChildProcess[] = [];
  onTestFinished(() => workers.forEach((worker) => worker.kill("SIGKILL")));
  const rows = async (text: string): Promise<readonly Record<string, unknown>[]> => {
    const client = new pg.Client({ connectionString: postgresUrl, options: `-c search_path=${schema}` });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end();
    }
  };
  let tables: Promise<unknown> | undefined;
  return {
    cwd,
    schema,
    rows,
    /** Waits until so many runs are under way. */
    async untilRunning(count: number): Promise<void> {
      for (let tries = 0; tries < 2400; tries += 1) {
        if ((await rows("SELECT 1 FROM run WHERE state = 'running'")).length >= count) return;
        await wait(50);
      }
      throw new Error(`no ${count} runs are under way`);
    },
    /**
     * What workers that were killed have claimed lapses now, and not when their heartbeat has been missed for long; and the
     * jobs are looked after now, as each worker does at every heartbeat.
     */
    async letClaimsLapse(): Promise<void> {
      await rows(
        `UPDATE ${jobSchema(schema)}.job SET heartbeat_on = now() - interval '1 hour' WHERE state = 'active'`,
      );
      await rows("UPDATE budget_grant SET valid_until = extract(epoch FROM now()) * 1000 WHERE ended = 0");
      const boss = new PgBoss({
        connectionString: postgresUrl,
        schema: jobSchema(schema),
        supervise: false,
        // Whoever looked after them in this second has seen none that lapsed.
        monitorIntervalSeconds: 1,
      });
      await boss.start();
      await boss.supervise("run");
      await boss.stop();
    },
    async run(...args: string[]) {
      tables ??= runCli("fleet migrate", { cwd, env, clock });
      await tables;
      return runCli(["fleet", ...args], { cwd, env, clock });
    },
    /**
     * A worker in this process, which ends when no run is left where it is started with `--drain`: one of its own takes
     * two seconds to start, and only a kill needs it.
     */
    work(...args: string[]): Worker {
      const stop = new AbortController();
      onTestFinished(() => stop.abort());
      const { signal } = stop;
      const result = runCli(["fleet", "work", ...args], { cwd, env, clock, signal });
      return {
        text: result.then(({ out, err }) => out + err),
        code: result.then(({ code }) => code),
        stop: () => stop.abort(),
      };
    },
    /** The same in a process of its own. */
    startWorker(...args: string[]): WorkerProcess {
      const child = spawn(process.execPath, [bin, "fleet", "work", ...args], {
        cwd,
        env: { ...process.env, ...env },
      });
      workers.push(child);
      return started(child);
    },
  };
};

/** Lets no target answer until it is called. */
export const holdAnswers = (served: ServedOrganizations): (() => void) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const held = (response: Response): Promise<Response> => promise.then(() => response);
  for (const name of served.names) served.behave(name, { kind: "altered", by: [held] });
  return resolve;
};

/** The most requests within any hour. */
const mostInAnHour = (sent: readonly number[]): number =>
  sent.reduce(
    (most, from) => Math.max(most, sent.filter((at) => at >= from && at < from + 3_600_000).length),
    0,
  );

/** Every run is done, none was kept twice, no budget was exceeded, and no worker printed of a failure. */
export const everyRunIsDoneOnce = async (
  fleet: Pick<ReturnType<typeof openFleet>, "rows">,
  served: ServedOrganizations,
  texts: readonly string[],
): Promise<void> => {
  const states = await fleet.rows("SELECT state, count(*)::int AS runs FROM run GROUP BY state");
  const { names, safety } = served;
  expect([states, texts.join("").match(/.*(?:bug|dead|did not end).*/g)]).toEqual([
    [{ state: "done", runs: names.length }],
    null,
  ]);
  const kept = await fleet.rows("SELECT count(*)::int AS runs FROM target_run WHERE position = 1");
  expect(kept).toEqual([{ runs: 3 * names.length }]);
  const again = await fleet.rows(
    "SELECT name FROM run JOIN organization ON organization.id = run.organization WHERE attempt > 1",
  );
  for (const name of names) {
    const sent = served.requestsOf(name);
    expect(mostInAnHour(sent)).toBeLessThanOrEqual(safety.perHour);
    if (!again.some((row) => row["name"] === name))
      expect(sent.length).toBeLessThanOrEqual(safety.maxRequests);
  }
};
