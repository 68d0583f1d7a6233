import type { WriteSummary } from "../model/write-summary.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import type { Redirect } from "../model/redirect.ts";
import type { Transport } from "../model/transport.ts";
import { isHere } from "../model/https-address.ts";

/** The interfaces of a target that are reached without leaving this machine. */
export const onThisMachine = ({ kind, interfaces, baseUrls }: Target): readonly InterfaceName[] =>
  interfaces.filter((name) => {
    const url = baseUrls[name];
    return kind === "embedded" || (url !== undefined && isHere(url));
  });

/** What a run is made against: addresses, settings, secrets and the way to send a request. */
export interface Target {
  readonly kind: "embedded" | "live";
  /** The interfaces that are configured, in report order. */
  readonly interfaces: readonly InterfaceName[];
  /** Base addresses as shown in reports, without credentials or a trailing slash. */
  readonly baseUrls: Readonly<Record<InterfaceName, string>>;
  readonly allowWrites: boolean;
  /** Root address of a sandbox whose control interface may be used; undefined for every other target. */
  readonly sandboxOrigin?: string;
  /** How many requests may be under way at once. */
  readonly concurrency: number;
  /** How many requests a run may make in all. */
  readonly budget: number;
  /** The value at a dotted config path outside the credentials, for example `shop.records.orderId`. */
  setting(path: string): unknown;
  has(path: string): boolean;
  /** The value of a configured secret, for example of `shop.credentials.apiKey`. */
  secret(path: string): string | undefined;
  /** What stands for a secret in output, for example `$SHOP_KEY`. */
  secretName(path: string): string;
  /** The time as the target sees it, in milliseconds since the epoch: signatures carry it. */
  now(): number;
  /** Guarded, budgeted and retried. */
  readonly transport: Transport;
  /** Requests sent so far. */
  requests(): number;
  /** The answers so far that pointed elsewhere; absent where nobody looks. */
  redirects?(): readonly Redirect[];
  /** Reports the tokens that the target gets for itself, each before it is used; absent where it gets none. */
  readonly onToken?: (learn: (token: string, name: string) => void) => void;
  /** Puts back what the run has changed; absent where nothing needs to be. Called once nothing is under way. */
  settle?(): Promise<WriteSummary>;
  /** How many requests the run may still make; absent where nothing limits it. */
  left?(): number;
  /** When requests are free again, as the end of a sentence that says that they are spent; empty where nobody knows. */
  freeAgain?(): string;
  close(): Promise<void>;
}

/** How many requests a run may still make. */
export const leftOf = (target: Target): number => target.left?.() ?? target.budget - target.requests();
