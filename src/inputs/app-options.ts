import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import type { Clock } from "../core/model/clock.ts";
import { type Environment, type EnvironmentVariables, noVariables } from "../core/model/environment.ts";
import { systemClock } from "../core/model/system-clock.ts";
import { assertOptions, option, type OptionsOf, type OptionTable } from "../core/output/options.ts";
import { kinds, typed, withFunctions } from "../core/output/values.ts";

/** The options that all functions share. */
export const appOptions = {
  /** Values for `${NAME}` in a configuration; default: none. */
  env: option.optional(typed<EnvironmentVariables>(kinds.object)),
  /** Base of relative paths; default: the process's working directory. */
  cwd: option.optional(kinds.text),
  /** Stops the work: results so far are reported, and changes are undone. */
  signal: option.optional(kinds.signal),
  /** Default: the machine's. */
  clock: option.optional(withFunctions<Clock>("now", "sleep")),
  /** Creates signature nonces and ids of drift runs, unique per call. Default: random UUIDs. */
  nonce: option.optional(typed<() => string>(kinds.function)),
};

/** Options shared by all functions of the library. */
export interface AppOptions extends OptionsOf<typeof appOptions> {}

/** @param signal the run's signal, if there is a run */
export const defaultEnvironment = (
  options: AppOptions,
  signal = options.signal ?? new AbortController().signal,
): Environment => ({
  env: options.env ?? noVariables,
  cwd: resolve(options.cwd ?? "."),
  signal,
  clock: options.clock ?? systemClock,
});

/** The signal of options that were not checked yet. */
export const signalOf = (options: AppOptions): AbortSignal | undefined =>
  // Callers without types may pass anything.
  (Object(options) as AppOptions).signal;

/** Generator of ids and nonces. */
export const nonceOf = ({ nonce = randomUUID }: AppOptions): (() => string) => nonce;

/**
 * The environment of a function of the library, after its options were checked.
 * @param table all options of the function
 * @param signal the run's signal, if there is a run
 * @throws UsageError that names every unknown, missing and undefined option, and every one of another kind
 */
export const environmentOf = (options: AppOptions, table: OptionTable, signal?: AbortSignal): Environment => {
  assertOptions(options, table);
  return defaultEnvironment(options, signal);
};
