import { describe, expect, test } from "vitest";
import { contract } from "../../../src/inputs/contract.ts";
import type { Dialect } from "../../../src/builtin/queries/dialect/dialect.ts";
import type { BuiltinInterface } from "../../../src/builtin/interface-name.ts";
import { nothing } from "../../../src/core/model/tally.ts";
import { loadConfig } from "../../../src/core/config/load-config.ts";
import { dryRun } from "../../../src/core/run/dry-run.ts";
import type { Forecast } from "../../../src/core/run/queue.ts";
import { createForecasts, forecastRun, sharedSeed } from "../../../src/onboarding/doctor/forecast-run.ts";
import { loadJudgingParts } from "../../../src/inputs/judging-parts.ts";
import { embeddedShape } from "../../../src/inputs/open-target.ts";
import { readingChecks } from "../../../src/monitoring/run/read-target.ts";
import { systemClock } from "../../../src/core/model/system-clock.ts";
import { knowing } from "../../../src/inputs/with-dialect.ts";

const parts = await loadJudgingParts(contract);

const nothingAsked: Forecast = { costs: new Map(), offers: [] };

/** The order of a run that reads one organization's volunteer interface. */
const orderOf = (name: string, more: object = {}, maxRequests = 300, of: BuiltinInterface = "volunteer") => {
  const one = {
    baseUrl: `https://${name}.example.org/v1`,
    credentials: { token: `t-${name}` },
    ...more,
  };
  const config = loadConfig(JSON.stringify({ interfaces: { [of]: one }, safety: { maxRequests } }), {
    contract,
    file: "t.json",
    env: {},
  });
  const run = {
    ...parts,
    contract: { ...parts.contract, checks: readingChecks(contract) },
    seed: 1,
    version: "0.0.0",
    clock: systemClock,
    nonce: () => "nonce",
    baseline: new Set<string>(),
  };
  return { config, run, interfaces: config.interfaces };
};

test("a run against a target is forecast without sending it anything, with what it asks for", async () => {
  const order = orderOf("north");
  const { costs, offers } = await forecastRun(order);
  const { open } = await embeddedShape(order.run.seed, systemClock);
  const asRun = await dryRun({ ...order, contract, sandbox: open });
  expect(asRun.report.facts.some(({ status }) => status === "passed")).toBe(true);
  expect(costs.get("users-are-listed") ?? costs.get("user-is-read-by-id")).toBeGreaterThan(0);
  expect(offers.length).toBeGreaterThan(5);
  const all = [...costs.values()].reduce((sum, one) => sum + one, 0);
  expect(all).toBeLessThanOrEqual(300);
  for (const [check, cost] of asRun.costs.checks) expect(costs.get(check)).toBeLessThanOrEqual(cost);
});

test("a run that goes on is forecast without what it has asked", async () => {
  const order = orderOf("north");
  const [done = ""] = (await forecastRun(order)).costs.keys();
  const forecast = await forecastRun({
    ...order,
    run: { ...order.run, resume: { ...nothing, done: [done] } },
  });
  expect(forecast.costs.has(done)).toBe(false);
  expect(forecast.offers.map(({ check }) => check)).not.toContain(done);
});

test("runs are forecast once for each shape of configuration, and what has failed again", async () => {
  const made: string[] = [];
  let fails = false;
  const forecasts = createForecasts(async ({ config }): Promise<Forecast> => {
    made.push(config.baseUrls["volunteer"] ?? "");
    if (fails) throw new Error("no room");
    return nothingAsked;
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

test("runs of other checks, seeds or shards are forecast for themselves", async () => {
  let made = 0;
  const forecasts = createForecasts(async ({ run: { signal } }): Promise<Forecast> => {
    made += 1;
    signal?.throwIfAborted();
    return nothingAsked;
  });
  const order = orderOf("north");
  const { run } = order;
  const chosen = readingChecks(contract).slice(0, 3);
  const others = [
    run,
    { ...run, seed: 2 },
    { ...run, chosen },
    { ...run, shard: { index: 1, count: 2 } },
    { ...run, firstFacts: new Set(["VOL-01"]) },
    { ...run, trafficFrom: new Set(["users-are-listed"]) },
    { ...run, resume: { ...nothing, done: ["users-are-listed"] } },
  ];
  for (const [index, other] of others.entries()) {
    await forecasts({ ...order, run: other });
    expect(made).toBe(index + 1);
  }
  // Others may wait for the forecast of one that is interrupted.
  await forecasts({ ...order, run: { ...run, seed: 3, signal: AbortSignal.abort() } });
});

test("no run is planned by the seed of the one that came first", async () => {
  const seeds: number[] = [];
  const forecasts = createForecasts(async ({ run }): Promise<Forecast> => {
    seeds.push(run.seed);
    return nothingAsked;
  }, sharedSeed);
  const withSeed = (name: string, seed: number, maxRequests: number) => {
    const order = orderOf(name, {}, maxRequests);
    return { ...order, run: { ...order.run, seed } };
  };
  for (const [index, seed] of [7, 8, 9].entries()) await forecasts(withSeed("north", seed, 100 + index));
  expect(new Set(seeds).size).toBe(1);
  expect(seeds).toHaveLength(3);
});

describe("what a run knows of queries counts by its value", () => {
  const ordersOf = (queries: object) => orderOf("north", { queries }, 300, "donation");
  const dialect = { operators: { isSet: 8 }, queryTypes: {} };
  const withDialect = (more: Partial<Dialect>) => {
    const order = ordersOf({ dialect: "dialect.json" });
    return { ...order, config: knowing(order.config, { ...dialect, ...more }) };
  };
  const donor = (code: number) =>
    ({
      queryTypes: { donor: { code, parameters: { name: { type: "text" } }, columns: [] } },
    }) as const;

  test.each([
    ["its own settings", ordersOf({ queryTypes: { donor: 0 } }), ordersOf({ queryTypes: { donor: 4 } })],
    ["an operator of its dialect", withDialect({}), withDialect({ operators: { isSet: 9 } })],
    ["a field of its dialect", withDialect({}), withDialect({ singleValueField: "value" })],
    ["a conjunct of its dialect", withDialect({}), withDialect({ conjunct: { and: 1, or: 0 } })],
    ["a query type of its dialect", withDialect(donor(0)), withDialect(donor(4))],
  ])("%s", async (_, one, other) => {
    let made = 0;
    const forecasts = createForecasts(async (): Promise<Forecast> => {
      made += 1;
      return nothingAsked;
    });
    await forecasts(one);
    await forecasts({ ...one, config: { ...one.config } });
    expect(made).toBe(1);
    await forecasts(other);
    expect(made).toBe(2);
  });
});
