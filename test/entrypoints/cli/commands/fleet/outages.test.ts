import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Clock } from "../../../../../src/core/model/clock.ts";
import { systemClock } from "../../../../../src/core/model/system-clock.ts";
import { interfaceNames } from "../../../../../src/builtin/interface-name.ts";
import { isNightly } from "../../../../nightly.ts";
import { hasPostgres, postgresUrl } from "../../../../monitoring/fleet/engines.ts";
import { openRelay } from "../../../../monitoring/fleet/relay.ts";
import { serveOrganizations } from "../../../../monitoring/fleet/served-organizations.ts";
import { everyRunIsDoneOnce, holdAnswers, openFleet } from "./fleet-on-postgres.ts";

const day = "2025-01-01";

const organizations = isNightly ? 40 : 4;

/** The first wait of a worker for its database. */
const firstWaitMs = 500;

/** The clock of a worker whose waits for its database end when that is back; `waits` is kept once it has begun one. */
const clockOfOutage = () => {
  const [waits, back] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const clock: Clock = {
    ...systemClock,
    sleep(ms, signal) {
      if (ms !== firstWaitMs) return systemClock.sleep(ms, signal);
      waits.resolve();
      return back.promise;
    },
  };
  return { clock, waits: waits.promise, end: back.resolve };
};

describe.runIf(hasPostgres)("workers whose database is away", () => {
  test("wait for it, and every run is done once", { timeout: isNightly ? 600_000 : 120_000 }, async () => {
    const served = await serveOrganizations(organizations, interfaceNames, isNightly ? undefined : 20);
    const relay = await openRelay(postgresUrl);
    const outage = clockOfOutage();
    const fleet = openFleet(served, {
      url: relay.url,
      ...(isNightly ? {} : { clock: outage.clock }),
    });
    await fleet.run("plan", "--date", day, "--now", "--quiet");
    const release = holdAnswers(served);
    const workers = Array.from({ length: isNightly ? 2 : 1 }, () => fleet.work("--drain", "--slots", "2"));
    await fleet.untilRunning(2);
    await relay.cut();
    // Runs are under way, and end while the database is away.
    release();
    await (isNightly ? wait(50_000) : outage.waits);
    await relay.mend();
    outage.end();
    const texts = await Promise.all(workers.map(({ text }) => text));
    expect(await Promise.all(workers.map(({ code }) => code))).toEqual(workers.map(() => 0));
    await everyRunIsDoneOnce(fleet, served, texts);
    // None was given up and made again: its requests would have been for nothing.
    expect(await fleet.rows("SELECT 1 FROM run WHERE attempt > 1")).toEqual([]);
  });
});
