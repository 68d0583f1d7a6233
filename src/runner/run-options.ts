import type { Check } from "../model/check.ts";
import type { Clock } from "../model/clock.ts";
import type { Fact, Unknown } from "../model/fact.ts";
import type { Operation } from "../model/operation.ts";
import type { Validation } from "./judge.ts";
import type { Shard } from "./selection.ts";
import type { Target } from "./target.ts";

export interface RunOptions {
  /** Every check there is. */
  readonly checks: readonly Check[];
  /** Those to judge; all of `checks` by default. */
  readonly chosen?: readonly Check[];
  readonly facts: readonly Fact[];
  readonly unknowns: readonly Unknown[];
  readonly operations: Readonly<Record<string, Operation>>;
  readonly validation: Validation;
  readonly target: Target;
  readonly seed: number;
  readonly version: string;
  readonly clock: Clock;
  /** Fresh texts for signatures; not part of any report. */
  readonly nonce: () => string;
  /** Fingerprints that are known. */
  readonly baseline: ReadonlySet<string>;
  readonly shard?: Shard;
  readonly signal?: AbortSignal;
}
