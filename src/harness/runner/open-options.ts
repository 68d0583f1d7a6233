import type { Clock } from "../model/clock.ts";
import type { Contract } from "../model/contract.ts";
import type { BudgetLedger } from "../transports/budget-ledger.ts";

/** The parts of the contract that a target needs. */
export type TargetContract = Pick<
  Contract,
  "interfaces" | "described" | "operations" | "fieldNames" | "scratch" | "undoPlanOf"
>;

/** Options for opening a target. */
export interface OpenOptions {
  readonly contract: TargetContract;
  readonly clock: Clock;
  /** Milliseconds on the machine's monotonic clock, which all processes share. */
  readonly monotonic: () => number;
  /** A number in [0, 1) for the jitter of retries. */
  readonly random: () => number;
  /**
   * Folder of this user and machine in which live targets share their budget with other runs and keep the journal of
   * their writes. Without it a target counts only its own requests and refuses writes.
   */
  readonly folder?: string;
  /** Counts the requests of a target without a folder; replaces the target's own counter. */
  readonly ledger?: BudgetLedger;
}
