import { expect, test } from "vitest";
import { contract } from "../../../src/contract/contract.ts";
import { loadConfig } from "../../../src/harness/config/load-config.ts";
import type { Forecast } from "../../../src/harness/runner/planner.ts";
import { createForecasts, forecastRun } from "../../../src/tools/cli/forecast-run.ts";
import { loadJudgingParts } from "../../../src/tools/cli/judging-parts.ts";
import { readingChecks } from "../../../src/tools/cli/read-target.ts";
import { systemClock } from "../../../src/tools/cli/system-clock.ts";

const parts = await loadJudgingParts();

/** The order of a run that reads one organization's volunteer interface. */
const orderOf = (name: string, more: object = {}, maxRequests = 300) => {
  const volunteer = {
    baseUrl: `https://${name}.example.org/v1`,
    credentials: { token: `t-${name}` },
    ...more,
  };
  const config = loadConfig(JSON.stringify({ interfaces: { volunteer }, safety: { maxRequests } }), {
    contract,
    file: "t.json",
    env: {},
  });
  const run = {
    ...parts,
    contract: { ...parts.contract, checks: readingChecks() },
    seed: 1,
    version: "0.0.0",
    clock: systemClock,
    nonce: () => "nonce",
    baseline: new Set<string>(),
    readsOnly: true,
  };
  return { config, run, interfaces: config.interfaces };
};

test("a run against a target is forecast without sending it anything", async () => {
  const { costs, offers } = await forecastRun(orderOf("north"));
  expect(costs.get("users-are-listed") ?? costs.get("user-is-read-by-id")).toBeGreaterThan(0);
  expect(offers.length).toBeGreaterThan(5);
  expect([...costs.values()].reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(300);
});

test("runs are forecast once for each shape of configuration, and what has failed again", async () => {
  const made: string[] = [];
  let fails = false;
  const forecasts = createForecasts(async ({ config }): Promise<Forecast> => {
    made.push(config.baseUrls["volunteer"] ?? "");
    if (fails) throw new Error("no room");
    return { costs: new Map(), offers: [] };
  });
  const records = { records: { userId: 1 } };
  await Promise.all([forecasts(orderOf("north")), forecasts(orderOf("south"))]);
  await forecasts(orderOf("east", records));
  await forecasts(orderOf("west", { records: { userId: "another" } }));
  await forecasts(orderOf("small", records, 100));
  await forecasts(orderOf("part", { ...records, operations: ["listUsers"] }));
  const named = (all: readonly string[]): readonly string[] =>
    all.map((url) => new URL(url).hostname.split(".")[0] ?? "");
  expect(named(made)).toEqual(["north", "east", "small", "part"]);
  fails = true;
  await expect(forecasts(orderOf("tiny", {}, 20))).rejects.toThrow("no room");
  fails = false;
  await forecasts(orderOf("again", {}, 20));
  expect(named(made).slice(4)).toEqual(["tiny", "again"]);
});
