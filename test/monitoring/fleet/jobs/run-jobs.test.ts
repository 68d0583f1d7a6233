import { expect, test } from "vitest";
import { UsageError } from "../../../../src/core/model/usage-error.ts";
import { NoSecrets } from "../../../../src/monitoring/fleet/file/resolve-secrets.ts";
import type { PlannedRun } from "../../../../src/monitoring/fleet/jobs/job-queue.ts";
import type { RunContext } from "../../../../src/monitoring/fleet/run/check-organization.ts";
import { runJobs } from "../../../../src/monitoring/fleet/jobs/run-jobs.ts";
import { dayOf } from "../fleet-runs.ts";
import { openRuns, organizationOf, runContext } from "../run/run-context.ts";

type Parts = Parameters<typeof runJobs>[0];

/** The runs of jobs, of which nobody is alerted. */
const jobsOf = (context: RunContext, parts: Pick<Parts, "find"> & Partial<Parts>) =>
  runJobs({
    ...context,
    queue: { add: async () => 0, alert: async () => undefined },
    plan: async () => undefined,
    isThrough: undefined,
    alert: async () => undefined,
    onReport: () => undefined,
    onNoSecrets: () => undefined,
    onUnreadable: () => undefined,
    ...parts,
  });

test("where secrets are away for all, runs are put off and not used up, and fail when the window is over", async () => {
  const { database, repository } = await openRuns();
  const names = Array.from({ length: 22 }, (_, index) => `o-${String(index + 1).padStart(2, "0")}`);
  await repository.list(names.map(organizationOf));
  const context = runContext(database, { resolve: () => Promise.reject(new NoSecrets("vault is away")) });
  const added: PlannedRun[] = [];
  let stops = 0;
  const { run } = jobsOf(context, {
    queue: { add: async (runs) => added.push(...runs), alert: async () => undefined },
    find: async (name) => organizationOf(name),
    onNoSecrets: () => (stops += 1),
  });
  const signal = new AbortController().signal;
  const until = (minutes: number) => new Date(context.clock.now() + minutes * 60_000).toISOString();
  const runOf = (organization: string, minutes: number) =>
    run({ organization, day: dayOf(1), until: until(minutes), failed: 0, turn: 0 }, signal);
  for (const name of names.slice(0, 4)) await expect(runOf(name, 60)).rejects.toThrow("vault is away");
  for (const name of names.slice(4, 19)) await runOf(name, 60);
  expect(stops).toBe(0);
  await runOf("o-20", 60);
  expect(stops).toBe(1);
  expect(added.map(({ organization, turn }) => [organization, turn])).toEqual(
    names.slice(4, 20).map((name) => [name, 1]),
  );
  await runOf("o-21", 1);
  expect(await repository.status(dayOf(1))).toMatchObject({
    failures: [{ organization: "o-21", cause: "secrets", reason: "vault is away" }],
  });
});

test("a run that is refused ends as dead at once, and one whose list cannot be read is tried again", async () => {
  const { database, repository } = await openRuns();
  await repository.list(["north", "south"].map(organizationOf));
  const reports: string[] = [];
  const resolve = () => Promise.reject(new UsageError("there is no token"));
  const { run } = jobsOf(runContext(database, { resolve }), {
    find: async (name) => {
      if (name === "south") throw new UsageError("the list is no YAML");
      return organizationOf(name);
    },
    onReport: ({ kind }) => reports.push(kind),
  });
  const signal = new AbortController().signal;
  const jobOf = (organization: string) => ({
    organization,
    day: dayOf(1),
    until: "2100-01-01",
    failed: 0,
    turn: 0,
  });
  await run(jobOf("north"), signal);
  await expect(run(jobOf("south"), signal)).rejects.toThrow("the list is no YAML");
  expect(reports).toEqual(["ended", "failed"]);
  expect(await repository.status(dayOf(1))).toMatchObject({
    failures: [{ organization: "north", cause: "dead", reason: "there is no token" }],
  });
});
