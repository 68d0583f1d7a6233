import type { Check } from "../model/check.ts";
import type { Clock } from "../model/clock.ts";
import type { Call } from "../model/exchange.ts";
import type { Contract } from "../model/contract.ts";
import type { Observer } from "../model/observer.ts";
import type { Tally } from "../model/tally.ts";
import type { JudgeValidation } from "./judge.ts";
import type { TriedLog } from "./draw-moves.ts";
import type { Requirement } from "./coverage.ts";
import type { Forecast } from "./planner.ts";
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

/** What is asked again of an earlier run, whose seed this one has. */
export interface Again {
  /** Whether plans picked from what they could ask. */
  readonly sampled: boolean;
  /** Whose turn it was; by default the seed says. */
  readonly turn?: number;
  /** By check, where it was another one. */
  readonly turns?: Readonly<Record<string, number>>;
  /** How many portions there were beyond the first. */
  readonly portions?: number;
  /** By check, the labels of the calls to be asked; no other check asks anything. Absent where all is asked. */
  readonly steps?: ReadonlyMap<string, ReadonlySet<string> | "all">;
  /** What the check has put into the finding. */
  readonly replay?: string;
  /** Of every plan, only these calls are asked. */
  readonly isAsked?: (call: Call) => boolean;
}

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
  readonly again?: Again;
  /** What this run goes on with, of the same checks, seed and target. */
  readonly resume?: Tally;
  /** Called, before the footer, with what a run has found that a spent budget or the user has cut short. */
  readonly onCutShort?: (found: Tally) => void;
  /** What earlier runs have tried in explorations: this one goes on with the rest. */
  readonly tried?: TriedLog;
  /** The contract holds the checks alone that read: no other can judge a fact in this run. */
  readonly readsOnly?: boolean;
  /** Explorations go on for as long as the budget lasts. */
  readonly deep?: boolean;
  /**
   * What the checks are likely to ask and to judge. Asked once, where requests are scarce: what judges most for its
   * requests comes first, and what would be cut in its middle is not begun where the run may be resumed.
   */
  readonly forecast?: () => Promise<Forecast>;
  /** Where requests are scarce, checks go on with what is left of the budget. */
  readonly usesAll?: boolean;
}
