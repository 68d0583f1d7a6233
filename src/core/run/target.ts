import type { ValidConfig } from "../config/config.ts";
import type { Clock } from "../model/clock.ts";
import type { Contract } from "../model/contract.ts";
import type { WriteSummary } from "../model/write-summary.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import type { Redirect } from "../model/redirect.ts";
import type { Transport } from "../model/transport.ts";
import { isHere } from "../model/https-address.ts";
import type { BudgetLedger } from "../transports/budget-ledger.ts";

/** The interfaces of a target that are reached without leaving this machine. */
export const onThisMachine = ({ kind, interfaces, baseUrls }: Target): readonly InterfaceName[] =>
  interfaces.filter((name) => {
    const url = baseUrls[name];
    return kind === "embedded" || (url !== undefined && isHere(url));
  });

export interface Target extends Pick<
  ValidConfig,
  "interfaces" | "baseUrls" | "shownUrls" | "sandboxOrigin" | "setting" | "has" | "secret" | "secretName"
> {
  readonly kind: "embedded" | "live";
  readonly allowWrites: boolean;
  /** Why writes are off although the configuration allows them. */
  readonly writesOff?: string;
  readonly concurrency: number;
  /** Limit of requests of a run. */
  readonly budget: number;
  /** The target's time in milliseconds since the epoch, used in signatures. */
  now(): number;
  /** Guarded, budgeted and retried. */
  readonly transport: Transport;
  requests(): number;
  /** Answers so far that redirected; absent if they are not recorded. */
  redirects?(): readonly Redirect[];
  /** Reports the tokens that the target obtains itself, each before its first use; absent if it obtains none. */
  readonly onToken?: (learn: (token: string, name: string) => void) => void;
  /** Restores what the run has changed; absent if nothing needs it. Called after all work has ended. */
  settle?(): Promise<WriteSummary>;
  /** Requests that the run may still make; absent without a limit. */
  left?(): number;
  /** When requests are free again, as the end of a sentence that says that they are spent; empty if unknown. */
  freeAgain?(): string;
  close(): Promise<void>;
}

export const leftOf = (target: Target): number => target.left?.() ?? target.budget - target.requests();

export type TargetContract = Pick<
  Contract,
  "interfaces" | "described" | "operations" | "fieldNames" | "scratch" | "undoPlanOf"
>;

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
