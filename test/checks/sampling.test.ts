import { contract } from "../../src/inputs/contract.ts";
import { describe, expect, test } from "vitest";
import { defaultSafety } from "../../src/core/config/config.ts";
import type { Check } from "../../src/core/model/check.ts";
import type { Report } from "../../src/core/model/report.ts";
import type { Target } from "../../src/core/run/target.ts";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { isNightly, someOf } from "../nightly.ts";
import { reportOf } from "../report-of.ts";
import { sandboxRun, sandboxTarget } from "../sandbox-run.ts";

const reportOn = async (
  seed: number,
  parts: Partial<Target>,
  chosen: readonly Check[] = contract.checks,
  deep = false,
): Promise<Report> => {
  const sandbox = createSandbox({ seed });
  const events = await sandboxRun(sandbox, {
    chosen,
    effort: deep ? "deep" : "usual",
    target: { ...sandboxTarget(sandbox), ...parts },
    seed,
  });
  const report = await reportOf(events);
  await sandbox.close();
  return report;
};

const scarce = Math.min(defaultSafety.maxRequests, defaultSafety.perHour);

const judged = ({ facts }: Report): readonly string[] =>
  facts.filter(({ status }) => status === "passed").map(({ id }) => id);

/** Facts that only the control interface of a sandbox shows. */
const controlled = ["CRM-28", "CRM-35", "CRM-48", "DON-24", "EVT-01", "EVT-02"];

/** What a run without any budget judges. */
const judgeable = contract.facts
  .filter(({ id, see }) => see !== "static" && !controlled.includes(id))
  .map(({ id }) => id);

/** What draws sequences judges no fact that the others do not judge as well. */
const planned = contract.checks.filter((check) => !("explore" in check));

describe("a run within the default budget", () => {
  /** Made once, whatever compares it. */
  const thriftyRuns = new Map<number, Promise<Report>>();
  const thriftyOf = (seed: number): Promise<Report> => {
    const made = thriftyRuns.get(seed) ?? reportOn(seed, { budget: scarce });
    thriftyRuns.set(seed, made);
    return made;
  };

  test.each(someOf([1, 2, 3, 4, 5], 5))("stays below it and judges every fact, seed %i", async (seed) => {
    const thrifty = await thriftyOf(seed);
    expect(thrifty.summary.requests).toBeLessThanOrEqual(scarce);
    expect(judged(thrifty)).toEqual(judgeable);
    expect(thrifty.findings).toEqual([]);
  });

  test.runIf(isNightly)("is one that a run without a budget would exceed", async () => {
    const thorough = await reportOn(1, {}, planned);
    expect(thorough.summary.requests).toBeGreaterThan(scarce);
    expect(judged(thorough)).toEqual(judgeable);
  });

  test("asks less still where nothing may be written", async () => {
    const report = await reportOn(1, { budget: scarce, allowWrites: false }, planned);
    expect(report.summary.requests).toBeLessThan(scarce * 0.8);
    const written = report.facts.filter(({ reason }) => reason?.startsWith("writes are off"));
    expect(written.length).toBeGreaterThan(5);
  });

  test.runIf(isNightly)("is the same run for the same seed", async () => {
    expect(await reportOn(1, { budget: scarce })).toEqual(await thriftyOf(1));
  });
});

/** How much was judged of one interface. */
const judgedOf = ({ facts }: Report, prefix: string): number =>
  facts.reduce((sum, { id, exchanges }) => (id.startsWith(prefix) ? sum + exchanges : sum), 0);

test("a deep run draws sequences for as long as there are requests, and shares these among its searches", async () => {
  const searches = contract.checks.filter(({ id }) => ["note-over-time", "members-over-time"].includes(id));
  const budget = 400;
  const usual = await reportOn(1, { budget }, searches);
  const deep = await reportOn(1, { budget }, searches, true);
  expect(usual.summary.requests).toBeLessThan(budget / 2);
  // Of a scarce budget a part is spared.
  expect(deep.summary.requests).toBeGreaterThan(budget * 0.85);
  for (const prefix of ["CRM-", "VOL-"])
    expect(judgedOf(deep, prefix)).toBeGreaterThan(2 * judgedOf(usual, prefix));
  expect(deep.findings).toEqual([]);
});
