import { contract } from "../../contract/contract.ts";
import { interfaceNames } from "../../contract/interface-name.ts";
import type { Config } from "../../harness/config/config.ts";
import type { DryRunOptions } from "../../harness/runner/dry-run.ts";
import type { Forecast } from "../../harness/runner/queue.ts";
import { createSemaphore } from "../../harness/runner/semaphore.ts";
import { configKeysOf } from "./config-keys.ts";
import { embeddedShape } from "../../inputs/open-target.ts";
import { dialectSettings } from "../../inputs/with-dialect.ts";

/** A run against a target of such a configuration. */
type ForecastOrder = Pick<DryRunOptions, "config" | "interfaces" | "run">;

/** The requests that each check of a run would send to a target like this one, counted in this process. */
export const forecastRun = async ({ config, interfaces, run }: ForecastOrder): Promise<Forecast> => {
  const { dryPlans } = await import("../../harness/runner/dry-run.ts");
  const { open } = await embeddedShape(run.seed, run.clock);
  return (await dryPlans({ contract, config, interfaces, sandbox: open, run })).forecast;
};

/** What a setting is made of, without its values: a sandbox has others. */
const formOf = (setting: unknown): string | undefined =>
  JSON.stringify(setting, (_, value: unknown) => (typeof value === "object" ? value : 0));

/** What a run knows of queries: plans ask other things of other values, and none of them is a secret. */
const queriesOf = ({ setting }: Config): readonly unknown[] =>
  ["donation.queries", ...dialectSettings].map((path) => setting(path));

/** In what runs differ, as far as other requests follow from it. */
const shapeOf = ({ config, interfaces, run }: ForecastOrder): string => {
  const { maxRequests, perHour, writes } = config.safety;
  const asked = interfaceNames.filter((name) => interfaces.includes(name));
  const settings = asked.map((name) => [
    config.setting(`${name}.operations`),
    configKeysOf(name)
      .filter(({ path }) => config.has(path))
      .map(({ path }) => [path, formOf(config.setting(path))]),
  ]);
  const queries = asked.includes("donation") ? queriesOf(config) : [];
  const { chosen = run.contract.checks, shard, firstFacts = [], trafficFrom = [] } = run;
  const checks = [run.contract.checks, chosen].map((all) => all.map(({ id }) => id));
  const choice = [run.seed, checks, shard, [...firstFacts], [...trafficFrom]];
  return JSON.stringify([Math.min(maxRequests, perHour), writes, asked, settings, queries, choice]);
};

/** Each takes about a hundred kilobytes. */
const mostForecasts = 32;

/** Of runs that share a forecast, so that none is planned by the seed of the one that came first. */
export const sharedSeed = 1;

/**
 * Forecasts runs, once for each choice of checks and shape of configuration: for a process that makes many runs. One that
 * goes on with an earlier run is forecast for itself.
 * @param seed of all forecasts; default: of each run its own
 */
export const createForecasts = (forecast = forecastRun, seed?: number): typeof forecastRun => {
  const known = new Map<string, Promise<Forecast>>();
  const inTurn = createSemaphore(() => 1);
  return (asked) => {
    if (asked.run.resume !== undefined || asked.run.picks !== undefined) return forecast(asked);
    // A run that is interrupted must not end what others wait for.
    const { signal: _, ...run } = asked.run;
    const order = { ...asked, run: { ...run, seed: seed ?? run.seed } };
    const shape = shapeOf(order);
    const made = known.get(shape) ?? inTurn(() => forecast(order));
    known.delete(shape);
    known.set(shape, made);
    // One that has failed is made again.
    made.catch(() => known.delete(shape));
    for (const oldest of known.keys()) {
      if (known.size <= mostForecasts) break;
      known.delete(oldest);
    }
    return made;
  };
};

/** The forecasts of this process. */
export const forecastOnce = createForecasts();
