import { contract } from "../../inputs/contract.ts";
import { interfaceNames } from "../../builtin/interface-name.ts";
import type { ValidConfig } from "../../core/config/config.ts";
import type { DryRunOptions } from "../../core/run/dry-run.ts";
import type { Forecast } from "../../core/run/queue.ts";
import { createSemaphore } from "../../core/run/semaphore.ts";
import { configKeysOf } from "./config-keys.ts";
import { embeddedShape } from "../../inputs/open-target.ts";
import { dialectSettings } from "../../inputs/with-dialect.ts";

/** A run against a target with this configuration. */
type ForecastOrder = Pick<DryRunOptions, "config" | "interfaces" | "run">;

/** The requests that each check of a run would send to a target like this one, counted in process. */
export const forecastRun = async ({ config, interfaces, run }: ForecastOrder): Promise<Forecast> => {
  const { dryPlans } = await import("../../core/run/dry-run.ts");
  const { open } = await embeddedShape(run.seed, run.clock);
  return (await dryPlans({ contract, config, interfaces, sandbox: open, run })).forecast;
};

/** The shape of a setting without its values, since a sandbox has others. */
const formOf = (setting: unknown): string | undefined =>
  JSON.stringify(setting, (_, value: unknown) => (typeof value === "object" ? value : 0));

/** The query settings of a run: plans ask other questions for other values. None is a secret. */
const queriesOf = ({ setting }: ValidConfig): readonly unknown[] =>
  ["donation.queries", ...dialectSettings].map((path) => setting(path));

/** Everything in which runs differ that affects their requests. */
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

/** For runs that share a forecast, so that it does not depend on the seed of the first one. */
export const sharedSeed = 1;

/**
 * Forecasts runs once per choice of checks and shape of configuration, for a process with many runs. A run that
 * continues an earlier one gets its own forecast.
 * @param seed of all forecasts; default: each run's own
 */
export const createForecasts = (forecast = forecastRun, seed?: number): typeof forecastRun => {
  const known = new Map<string, Promise<Forecast>>();
  const inTurn = createSemaphore(() => 1);
  return (asked) => {
    if (asked.run.resume !== undefined || asked.run.picks !== undefined) return forecast(asked);
    // Interrupting one run must not end a forecast that others await.
    const { signal: _, ...run } = asked.run;
    const order = { ...asked, run: { ...run, seed: seed ?? run.seed } };
    const shape = shapeOf(order);
    const made = known.get(shape) ?? inTurn(() => forecast(order));
    known.delete(shape);
    known.set(shape, made);
    // A failed forecast is repeated.
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
