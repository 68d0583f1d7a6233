import type { ActiveCheck, Check, AnyPlan, PlanContext } from "../model/check.ts";
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
  | "anew"
>;

/** How plans pick from their candidates if an earlier run decides it, named as in its report. */
export type Picks = Pick<Tally, "sampled" | "turn"> & Partial<Pick<Tally, "turns" | "portions">>;

/**
 * What a run does, each level including those before it: it carries out the plans of its checks; it draws sequences and
 * repeats reads; if requests are scarce, it continues with what is left; it draws sequences until the budget is spent.
 */
export type Effort = "plans" | "usual" | "budget" | "deep";

export interface RunOptions {
  readonly contract: RunContract;
  /** Checks to judge by; all by default. */
  readonly chosen?: readonly Check[];
  /** Observers that answer open questions by the exchanges; none by default. */
  readonly observers?: readonly Observer[];
  readonly validation: JudgeValidation;
  readonly target: Target;
  /** Interfaces that cannot be judged, each with the reason: nothing is sent to them. */
  readonly unusable?: ReadonlyMap<string, string>;
  readonly seed: number;
  readonly version: string;
  readonly clock: Clock;
  /** Fresh texts for signatures; not in any report. */
  readonly nonce: () => string;
  readonly baseline: KnownFindings;
  /** Masks what must not be written; by default the run's own, unless the caller has texts to mask too. */
  readonly mask?: Mask;
  /** The best sources of exchanges for the chosen passive checks; others are asked only if these show too little. */
  readonly trafficFrom?: ReadonlySet<string>;
  /** Facts whose checks are asked first: those that consumers use. */
  readonly firstFacts?: ReadonlySet<string>;
  readonly shard?: Shard;
  /** The least that must be judged; does not apply to a shard. */
  readonly require?: Requirement;
  readonly signal?: AbortSignal;
  /** Default: usual. */
  readonly effort?: Effort;
  /** Decided by the seed, the budget and earlier runs by default. */
  readonly picks?: Picks;
  /** Begins the plan of a check, or a part of it; the check's own by default. */
  readonly plan?: (check: ActiveCheck, context: PlanContext) => AnyPlan;
  /** Ids of the only checks that ask, if the run is part of another one. */
  readonly asking?: ReadonlySet<string>;
  /** Results that this run continues, of the same checks, seed and target. */
  readonly resume?: Tally;
  /** Called before the footer with the results of a run that a spent budget or the user has cut short. */
  readonly onCutShort?: (found: Tally) => void;
  /** What earlier runs have tried in explorations: this one continues with the rest. */
  readonly tried?: TriedLog;
  /**
   * Called once if requests are scarce: checks that judge most come first, and a resumable run begins none that would
   * be interrupted.
   */
  readonly forecast?: () => Promise<Forecast>;
}
