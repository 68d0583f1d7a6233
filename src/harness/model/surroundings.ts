import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import type { Clock } from "./clock.ts";
import { systemClock } from "./system-clock.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** What every function of the library takes beside its own options. */
export interface AppOptions {
  /** What `${NAME}` in a configuration stands for; default: nothing. */
  readonly env?: Environment;
  /** The folder that relative paths start from; default: the process's working directory. */
  readonly cwd?: string;
  /** Ends the work: what was found so far is reported, and what was changed is put back. */
  readonly signal?: AbortSignal;
  /** Default: the machine's. */
  readonly clock?: Clock;
  /** Makes nonces of signatures, and ids of drift runs: another one at each call. Default: random UUIDs. */
  readonly nonce?: () => string;
}

/** The same with its defaults: what the work takes from around it. */
export interface Surroundings {
  readonly env: Environment;
  /** Absolute. */
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** The environment of whoever passes none. */
export const noEnvironment: Environment = Object.freeze({});

/** @param signal that of the run, where the work is one */
export const surroundingsOf = (
  options: AppOptions,
  signal = options.signal ?? new AbortController().signal,
): Surroundings => ({
  env: options.env ?? noEnvironment,
  cwd: resolve(options.cwd ?? "."),
  signal,
  clock: options.clock ?? systemClock,
});

/** What makes ids and nonces. */
export const nonceOf = ({ nonce = randomUUID }: AppOptions): (() => string) => nonce;
