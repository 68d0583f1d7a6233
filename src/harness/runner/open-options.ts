import type { Clock } from "../model/clock.ts";
import type { Contract } from "../model/contract.ts";
import type { BudgetLedger } from "../transports/budget-ledger.ts";

/** What a target knows of the platform. */
export type TargetContract = Pick<
  Contract,
  "interfaces" | "described" | "operations" | "fieldNames" | "scratch" | "undoPlanOf"
>;

/** What a target is opened with. */
export interface OpenOptions {
  readonly contract: TargetContract;
  readonly clock: Clock;
  /** Milliseconds on the monotonic clock of the machine, which all of its processes share. */
  readonly monotonic: () => number;
  /** A number in [0, 1) for the jitter of retries. */
  readonly random: () => number;
  /**
   * The folder of this user and machine where live targets share their budget with other runs and keep the journal of
   * their writes. Without it a target counts for itself, and is not written to.
   */
  readonly folder?: string;
  /** Counts the requests of a target without a folder, in place of one that counts for itself. */
  readonly ledger?: BudgetLedger;
}
