import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { openStore } from "../../../src/core/store/store.ts";
import { createRandom } from "../../../src/serving/random.ts";
import { isNightly, seedOfMoments, someOf } from "../../nightly.ts";
import { temporaryFolder } from "../../entrypoints/cli/temporary-folder.ts";
import { alertOnDay } from "./alert-on-day.ts";
import { endRun } from "./end-run.ts";
import { alertedOf } from "./month-of-alerts.ts";
import { type Answer, type Received, standIn } from "../../stand-in.ts";

const runner = fileURLToPath(new URL("stepped-run.ts", import.meta.url));

/** Starts a run in a process of its own, which is killed at a step. */
const startUntil = (step: string, ...args: readonly string[]): ChildProcess => {
  const child = spawn(process.execPath, [runner, ...args, step], { stdio: ["ignore", "pipe", "inherit"] });
  child.stdout.on("data", (lines: Buffer) => {
    if (lines.toString().split("\n").includes(step)) child.kill("SIGKILL");
  });
  return child;
};

/** Where in a run it is killed; `undefined` lets it end, in this process. */
type Step = "begun" | "planned" | "asked" | "answered" | number | undefined;

/** A receiver of webhooks that kills the run that calls it, before or after it has answered. */
const createReceiver = async () => {
  let child: ChildProcess | undefined;
  let step: Step;
  const answer: Answer = (response, _, { path }) => {
    const isHook = path === "/hook";
    if (isHook && step === "asked") return void child?.kill("SIGKILL");
    response.writeHead(200).end("ok", () => {
      if (isHook && step === "answered") child?.kill("SIGKILL");
    });
  };
  const { received, origin } = await standIn(answer);

  /** A run on a day, killed at a step; a number kills it after so many milliseconds. */
  const run = async (path: string, day: number, at: Step): Promise<void> => {
    if (at === undefined) {
      step = undefined;
      return alertOnDay(path, origin, day, () => undefined);
    }
    const started = startUntil(String(at), "alert", path, origin, String(day));
    [child, step] = [started, at];
    const timer = typeof at === "number" ? setTimeout(() => started.kill("SIGKILL"), at) : undefined;
    await once(started, "exit");
    clearTimeout(timer);
  };
  return { received, run };
};

const textIn = ({ body }: Received): { readonly subject: string; readonly data: { readonly kind: string } } =>
  // The body of a webhook is such an event.
  JSON.parse(body) as { subject: string; data: { kind: string } };

const webhooks = (received: readonly Received[]): readonly Received[] =>
  received.filter(({ path }) => path === "/hook");

/** Each alert that came, by its id, and how often it came. */
const arrivals = (received: readonly Received[]): ReadonlyMap<string, number> =>
  new Map(
    [...Map.groupBy(webhooks(received), ({ headers }) => String(headers["webhook-id"]))].map(([id, all]) => [
      id,
      all.length,
    ]),
  );

const alertsIn = (received: readonly Received[]): readonly string[] => {
  const byId = new Map(webhooks(received).map((one) => [one.headers["webhook-id"], textIn(one)]));
  return [...byId.values()].map(({ subject, data }) => `${subject} ${data.kind}`).toSorted();
};

/** States of the runs in a store, the oldest first. */
const statesIn = (path: string): readonly string[] => {
  const store = openStore(path);
  const rows = store.database
    .prepare(
      `SELECT CASE WHEN position = 0 THEN 'running' WHEN status = 'failed' THEN status ELSE 'sampled' END AS state
       FROM target_run ORDER BY run, target`,
    )
    .all();
  store.close();
  return rows.map(({ state }) => String(state));
};

describe("a run that is killed while it ends", () => {
  test.each([
    // Nothing of it is written, so nothing is to be alerted of.
    ["judged", ["running", "running"], []],
    // All of it is written.
    ["ended", ["failed", "sampled"], ["run failed", "run gone"]],
  ])(
    "at the step %s is in the store with what is to be alerted of, or not at all",
    async (step, states, alerts) => {
      const { received, origin } = await standIn();
      const path = join(temporaryFolder(), "s.sqlite");
      await once(startUntil(step, "end", path, origin, "failed"), "exit");
      expect(webhooks(received)).toEqual([]);
      await endRun(path, origin, "read", () => undefined);
      expect(statesIn(path)).toEqual([...states, "sampled", "sampled"]);
      expect(alertsIn(received)).toEqual(alerts);
    },
  );
});

describe("a run that is killed", () => {
  // After the first, the run has sent an alert and cannot know it.
  const steps: readonly (readonly [Step])[] = [["asked"], ["planned"], ["begun"], ["answered"]];

  test.each(someOf(steps, 4))(
    "when it is at the step %s makes no alert come under two ids or not at all",
    async (step) => {
      const { received, run } = await createReceiver();
      const path = join(temporaryFolder(), "s.sqlite");
      for (const day of [1, 3, 4, 6]) await run(path, day, day === 1 || day === 4 ? step : undefined);
      expect(alertsIn(received)).toEqual(alertedOf);
      const counts = [...arrivals(received).values()];
      if (step === "asked") expect(Math.max(...counts)).toBe(2);
      else if (step !== "answered") expect(Math.max(...counts)).toBe(1);
      // Killed twice: no more than the one alert that each of these runs was sending comes again.
      expect(counts.filter((count) => count > 1).length).toBeLessThanOrEqual(2);
    },
  );

  test.runIf(isNightly)(`at random moments, too (seed ${seedOfMoments})`, { timeout: 600_000 }, async () => {
    const moments = createRandom(seedOfMoments, "kills");
    for (let round = 0; round < 30; round += 1) {
      const { received, run } = await createReceiver();
      const path = join(temporaryFolder(), "s.sqlite");
      for (const day of [1, 2, 3, 4, 5, 6]) await run(path, day, moments.integer(50, 350));
      await run(path, 7, undefined);
      await run(path, 8, undefined);
      // A kill before the store was opened loses what only that run could see: that a was there, or c only likely.
      expect(alertedOf).toEqual(expect.arrayContaining([...alertsIn(received)]));
      expect(alertsIn(received)).toEqual(expect.arrayContaining(["b breaking", "c breaking"]));
      expect(new Set(alertsIn(received)).size).toBe(alertsIn(received).length);
    }
  });
});
