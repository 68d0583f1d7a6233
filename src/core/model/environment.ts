import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import type { Clock } from "./clock.ts";
import { systemClock } from "./system-clock.ts";

/** Variables of a process by name. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** Options shared by all functions of the library. */
export interface AppOptions {
  /** Values for `${NAME}` in a configuration; default: none. */
  readonly env?: EnvironmentVariables;
  /** Base of relative paths; default: the process's working directory. */
  readonly cwd?: string;
  /** Stops the work: results so far are reported, and changes are undone. */
  readonly signal?: AbortSignal;
  /** Default: the machine's. */
  readonly clock?: Clock;
  /** Creates signature nonces and ids of drift runs, unique per call. Default: random UUIDs. */
  readonly nonce?: () => string;
}

/** The same with defaults applied. */
export interface Environment {
  readonly env: EnvironmentVariables;
  /** Absolute. */
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** The variables of callers that pass none. */
export const noVariables: EnvironmentVariables = Object.freeze({});

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
