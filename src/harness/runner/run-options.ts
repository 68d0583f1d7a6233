import type { ActiveCheck, Check, Plan, PlanContext } from "../model/check.ts";
import type { Clock } from "../model/clock.ts";
import type { Contract } from "../model/contract.ts";
import type { Observer } from "../model/observer.ts";
import type { Tally } from "../model/tally.ts";
import type { JudgeValidation } from "./judge.ts";
import type { TriedLog } from "./draw-moves.ts";
import type { Requirement } from "./coverage.ts";
import type { Forecast } from "./queue.ts";
import type { Mask } from "../privacy/mask.ts";
import type { KnownFindings } from "./resolved.ts";
import type { Shard } from "./selection.ts";
import type { Target } from "./target.ts";

/** What a run knows of the platform. */
export type RunContract = Pick<
  Contract,
  | "interfaces"
  | "described"
  | "operations"
  | "fieldNames"
  | "facts"
  | "unknowns"
  | "checks"
  | "undoPlanOf"
  | "modelInstances"
>;

/** By what plans pick from what they could ask, where an earlier run says so, as its report names it. */
export type Picks = Pick<Tally, "sampled" | "turn"> & Partial<Pick<Tally, "turns" | "portions">>;

/**
 * What a run does of all that it could do, each with what comes before it: it carries out the plans of its checks; it
 * draws sequences and asks again what it has read; where requests are scarce, it goes on with what is left of them; it
 * draws sequences for as long as the budget lasts.
 */
export type Effort = "plans" | "usual" | "budget" | "deep";

export interface RunOptions {
  readonly contract: RunContract;
  /** The checks to judge by; all by default. */
  readonly chosen?: readonly Check[];
  /** Who watches the exchanges for what is open; nobody by default. */
  readonly observers?: readonly Observer[];
  readonly validation: JudgeValidation;
  readonly target: Target;
  readonly seed: number;
  readonly version: string;
  readonly clock: Clock;
  /** Fresh texts for signatures; not part of any report. */
  readonly nonce: () => string;
  /** Fingerprints that are known. */
  readonly baseline: KnownFindings;
  /** Keeps what must not be written; the run's own unless the caller has texts to mask, too. */
  readonly mask?: Mask;
  /** The checks that feed the chosen passive ones best; others are asked only where these show too little. */
  readonly trafficFrom?: ReadonlySet<string>;
  /** Facts whose checks are asked first: what consumers use. */
  readonly firstFacts?: ReadonlySet<string>;
  readonly shard?: Shard;
  /** What must be judged at the least; a shard is not held to it. */
  readonly require?: Requirement;
  readonly signal?: AbortSignal;
  /** Default: usual. */
  readonly effort?: Effort;
  /** By default the seed, the budget and what was tried decide. */
  readonly picks?: Picks;
  /** Begins the plan of a check, or a part of it; by default the check does. */
  readonly plan?: (check: ActiveCheck, context: PlanContext) => Plan;
  /** Ids of the only checks that ask; the run is a part of another one. */
  readonly asking?: ReadonlySet<string>;
  /** What this run goes on with, of the same checks, seed and target. */
  readonly resume?: Tally;
  /** Called, before the footer, with what a run has found that a spent budget or the user has cut short. */
  readonly onCutShort?: (found: Tally) => void;
  /** What earlier runs have tried in explorations: this one goes on with the rest. */
  readonly tried?: TriedLog;
  /**
   * What the checks are likely to ask and to judge. Asked once, where requests are scarce: what judges most for its
   * requests comes first, and what would be cut in its middle is not begun where the run may be resumed.
   */
  readonly forecast?: () => Promise<Forecast>;
}
