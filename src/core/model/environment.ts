import type { Clock } from "./clock.ts";

/** Variables of a process by name. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** Where a function of the library runs. */
export interface Environment {
  readonly env: EnvironmentVariables;
  /** Absolute. */
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** The variables of callers that pass none. */
export const noVariables: EnvironmentVariables = Object.freeze({});
