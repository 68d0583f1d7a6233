import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { interfaceNames } from "../../../../../src/builtin/interface-name.ts";
import { createRandom } from "../../../../../src/serving/random.ts";
import { isNightly, seedOfMoments } from "../../../../nightly.ts";
import { standIn } from "../../../../stand-in.ts";
import { hasPostgres } from "../../../../monitoring/fleet/engines.ts";
import { serveOrganizations } from "../../../../monitoring/fleet/served-organizations.ts";
import { alertingAt } from "./fleet-alone.ts";
import { everyRunIsDoneOnce, holdAnswers, openFleet } from "./fleet-on-postgres.ts";

const day = "2025-01-01";

/** So many requests show as well as more who makes a run. */
const maxRequests = 20;

describe.runIf(hasPostgres)("workers", () => {
  test("two who plan at once plan each run once, and what was planned is not planned again", async () => {
    const served = await serveOrganizations(20);
    const { run } = openFleet(served);
    await run("migrate", "--quiet");
    const plans = await Promise.all([1, 2].map(() => run("plan", "--date", day, "--now", "--json")));
    const added = plans.map(({ out }) => Number(JSON.parse(out).added));
    expect(added.reduce((sum, one) => sum + one, 0)).toBe(20);
    expect(JSON.parse((await run("plan", "--date", day, "--json")).out)).toMatchObject({ added: 0 });
  });

  test("one that is stopped ends the runs that have begun, and begins no other", async () => {
    const served = await serveOrganizations(3, ["crm"], maxRequests);
    const fleet = openFleet(served);
    const release = holdAnswers(served);
    await fleet.run("plan", "--date", day, "--now", "--quiet");
    // A signal to a process of its own ends in the same abort.
    const worker = (isNightly ? fleet.startWorker : fleet.work)("--slots", "2", "--json");
    await fleet.untilRunning(2);
    worker.stop();
    release();
    const reports = (await worker.text).trim().split("\n");
    expect(await worker.code).toBe(0);
    expect(await fleet.rows("SELECT 1 FROM run WHERE state <> 'done'")).toEqual([]);
    expect(reports.map((line) => JSON.parse(line).state)).toEqual(["done", "done"]);
  });

  test("two workers alert of a day once, when its last run has ended", async () => {
    const served = await serveOrganizations(3, ["crm"], maxRequests);
    const { received, origin } = await standIn();
    const fleet = openFleet(served, {
      more: [alertingAt(origin)],
    });
    served.behave(served.names[0] ?? "", { kind: "revoked" });
    await fleet.run("plan", "--date", day, "--now", "--quiet");
    const workers = [1, 2].map(() => fleet.work("--drain", "--slots", "1"));
    expect(await Promise.all(workers.map(({ code }) => code))).toEqual([0, 0]);
    expect(received.map(({ path }) => path)).toEqual(["/slack"]);
    expect(received[0]?.body).toContain(`fleet: 1 of 3 runs failed on ${day}`);
  });

  test("one that is killed: another takes over its runs", async () => {
    const served = await serveOrganizations(3, interfaceNames, maxRequests);
    const fleet = openFleet(served);
    const release = holdAnswers(served);
    await fleet.run("plan", "--date", day, "--now", "--quiet");
    const worker = fleet.startWorker("--drain", "--slots", "2");
    // It is in the middle of two runs, and has ended none.
    await fleet.untilRunning(2);
    worker.process.kill("SIGKILL");
    const text = await worker.text;
    release();
    await fleet.letClaimsLapse();
    const other = fleet.work("--drain", "--slots", "2");
    await everyRunIsDoneOnce(fleet, served, [text, await other.text]);
    const attempts = await fleet.rows("SELECT attempt FROM run ORDER BY attempt");
    expect(attempts).toEqual([{ attempt: 1 }, { attempt: 2 }, { attempt: 2 }]);
  });

  test.runIf(isNightly)(
    `workers that are killed again and again (seed ${seedOfMoments}): every run is done once, and no budget is exceeded`,
    { timeout: 1_800_000 },
    async () => {
      const served = await serveOrganizations(200);
      const fleet = openFleet(served);
      await fleet.run("plan", "--date", day, "--now", "--quiet");
      const start = () => fleet.startWorker("--drain", "--slots", "2");
      const moments = createRandom(seedOfMoments, "kills");
      const workers = [start(), start()];
      for (let killed = 0; killed < 12; killed += 1) {
        await wait(moments.integer(0, 8000));
        // Every worker is in the middle of a run.
        await fleet.untilRunning(3);
        const index = killed % 2;
        workers[index]?.process.kill("SIGKILL");
        workers[index] = start();
      }
      const texts = await Promise.all(workers.map(({ text }) => text));
      await everyRunIsDoneOnce(fleet, served, texts);
      const again = await fleet.rows("SELECT 1 FROM run WHERE attempt > 1");
      expect(again.length).toBeGreaterThan(0);
    },
  );
});
