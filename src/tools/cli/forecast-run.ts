import { contract } from "../../contract/contract.ts";
import { interfaceNames } from "../../contract/interface-name.ts";
import type { DryRunOptions } from "../../harness/runner/dry-run.ts";
import type { Forecast } from "../../harness/runner/planner.ts";
import { createSemaphore } from "../../harness/runner/semaphore.ts";
import { configKeysOf } from "../onboarding/config-keys.ts";
import { embeddedShape } from "./open-target.ts";

/** A run against a target of such a configuration. */
type ForecastOrder = Pick<DryRunOptions, "config" | "interfaces" | "run">;

/** The requests that each check of a run would send to a target like this one, counted in this process. */
export const forecastRun = async ({ config, interfaces, run }: ForecastOrder): Promise<Forecast> => {
  const { dryRun } = await import("../../harness/runner/dry-run.ts");
  const { open } = await embeddedShape(run.seed, run.clock);
  const { forecast } = await dryRun({ contract, config, interfaces, sandbox: open, run });
  return forecast;
};

/** What a setting is made of, without its values: a sandbox has others. */
const formOf = (setting: unknown): string | undefined =>
  JSON.stringify(setting, (_, value: unknown) => (typeof value === "object" ? value : 0));

/** In what configurations differ, as far as other requests follow from it. */
const shapeOf = ({ config, interfaces }: ForecastOrder): string => {
  const { maxRequests, perHour, writes } = config.safety;
  const asked = interfaceNames.filter((name) => interfaces.includes(name));
  const settings = asked.map((name) => [
    config.setting(`${name}.operations`),
    configKeysOf(name)
      .filter(({ path }) => config.has(path))
      .map(({ path }) => [path, formOf(config.setting(path))]),
  ]);
  return JSON.stringify([Math.min(maxRequests, perHour), writes, asked, settings]);
};

/** Each takes about a hundred kilobytes. */
const mostForecasts = 32;

/** Forecasts runs of one suite, once for each shape of configuration: for a process that makes many runs. */
export const createForecasts = (forecast = forecastRun): typeof forecastRun => {
  const known = new Map<string, Promise<Forecast>>();
  const inTurn = createSemaphore(() => 1);
  return (order) => {
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
