import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { isNightly } from "../../../../nightly.ts";
import { hasPostgres, postgresUrl, temporarySchema } from "../../../fleet/engines.ts";
import { type ServedOrganizations, serveOrganizations } from "../../../fleet/served-organizations.ts";
import { systemClock } from "../../../../../src/tools/cli/system-clock.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const bin = fileURLToPath(new URL("../../../../../src/tools/cli/bin.ts", import.meta.url));
const day = "2025-01-01";

interface Worker {
  readonly process: ChildProcess;
  /** What it printed once it has ended. */
  readonly text: Promise<string>;
}

const started = (child: ChildProcess): Worker => {
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk) => chunks.push(String(chunk)));
  return { process: child, text: once(child, "close").then(() => chunks.join("")) };
};

/** A fleet on PostgreSQL, in schemas of the running test's own. */
const openFleet = (served: ServedOrganizations, more = "") => {
  const schema = temporarySchema();
  const cwd = temporaryFolder({
    "organization.yaml": JSON.stringify(served.config),
    "fleet.yaml": [
      `database: ${postgresUrl}`,
      `schema: ${schema}`,
      `key: ${"k".repeat(32)}`,
      "work: { heartbeat: 10s, retries: 3, retryDelay: 1s }",
      "defaults: { config: organization.yaml }",
      "organizations:",
      ...served.names.map((name) => `  - { name: ${name} }`),
      more,
    ].join("\n"),
  });
  const env = { ...served.env, PATH: process.env["PATH"] ?? "", XDG_STATE_HOME: cwd };
  const workers: ChildProcess[] = [];
  onTestFinished(() => workers.forEach((worker) => worker.kill("SIGKILL")));
  return {
    schema,
    run: (...args: string[]) => runCli(["fleet", ...args], { cwd, env, clock: systemClock }),
    /** A worker that ends when no run is left. */
    startWorker(...args: string[]): Worker {
      const child = spawn(process.execPath, [bin, "fleet", "work", "--drain", ...args], { cwd, env });
      workers.push(child);
      return started(child);
    },
    async rows(text: string): Promise<readonly Record<string, unknown>[]> {
      const client = new pg.Client({ connectionString: postgresUrl, options: `-c search_path=${schema}` });
      await client.connect();
      try {
        return (await client.query<Record<string, unknown>>(text)).rows;
      } finally {
        await client.end();
      }
    },
  };
};

/** The most requests within any hour. */
const mostInAnHour = (sent: readonly number[]): number =>
  sent.reduce(
    (most, from) => Math.max(most, sent.filter((at) => at >= from && at < from + 3_600_000).length),
    0,
  );

describe.runIf(hasPostgres)("workers", () => {
  test("two who plan at once plan each run once, and what was planned is not planned again", async () => {
    const served = await serveOrganizations(40);
    const { run } = openFleet(served);
    await run("migrate", "--quiet");
    const plans = await Promise.all([1, 2].map(() => run("plan", "--date", day, "--now", "--json")));
    const added = plans.map(({ out }) => Number(JSON.parse(out).added));
    expect(added.reduce((sum, one) => sum + one, 0)).toBe(40);
    expect(JSON.parse((await run("plan", "--date", day, "--json")).out)).toMatchObject({ added: 0 });
  });

  const [organizations, kills] = isNightly ? [200, 12] : [6, 1];

  test(
    "two workers, killed at random moments: every run is done once, and no budget is exceeded",
    { timeout: isNightly ? 1_800_000 : 120_000 },
    async () => {
      const served = await serveOrganizations(organizations);
      const fleet = openFleet(served);
      await fleet.run("plan", "--date", day, "--now", "--quiet");
      const workers = [fleet.startWorker("--slots", "2"), fleet.startWorker("--slots", "2")];
      for (let killed = 0; killed < kills; killed += 1) {
        // Of four slots three are busy: whichever worker is killed is in the middle of a run.
        const isBusy = async (): Promise<boolean> =>
          (await fleet.rows("SELECT 1 FROM run WHERE state = 'running'")).length >= 3;
        await wait(isNightly ? Math.random() * 8000 : 0);
        for (let tries = 0; tries < 200 && !(await isBusy()); tries += 1) await wait(20);
        const index = killed % 2;
        workers[index]?.process.kill("SIGKILL");
        workers[index] = fleet.startWorker("--slots", "2");
      }
      const texts = await Promise.all(workers.map(({ text }) => text));
      const states = await fleet.rows("SELECT state, count(*)::int AS runs FROM run GROUP BY state");
      expect([states, texts.join("").match(/bug|dead/g)]).toEqual([
        [{ state: "done", runs: organizations }],
        null,
      ]);
      const kept = await fleet.rows("SELECT count(*)::int AS runs FROM target_run WHERE position = 1");
      expect(kept).toEqual([{ runs: 3 * organizations }]);
      const { perHour, maxRequests } = served.safety;
      const again = await fleet.rows(
        "SELECT name FROM run JOIN organization ON organization.id = run.organization WHERE attempt > 1",
      );
      for (const name of served.names) {
        const sent = served.requestsOf(name);
        expect(mostInAnHour(sent)).toBeLessThanOrEqual(perHour);
        if (!again.some((row) => row["name"] === name)) expect(sent.length).toBeLessThanOrEqual(maxRequests);
      }
      expect(again.length).toBeGreaterThan(0);
    },
  );
});
