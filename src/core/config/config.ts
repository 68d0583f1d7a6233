import type { InterfaceName } from "../model/interface-name.ts";
import type { NotifySettings } from "../model/notify.ts";
import type { FindProxy } from "../model/proxy.ts";
import type { Transport } from "../model/transport.ts";

/** Limits of a run against live targets. */
export interface Safety {
  readonly writes: boolean;
  readonly maxRequests: number;
  /** Infinity for no pacing. */
  readonly perSecond: number;
  /** Infinity for no limit. */
  readonly perHour: number;
  readonly timeoutMs: number;
  /** Limit for the total time spent waiting out 429 and 503, in milliseconds. */
  readonly maxWaitMs: number;
  readonly maxBodyBytes: number;
}

export const defaultSafety: Safety = {
  writes: false,
  maxRequests: 500,
  perSecond: 5,
  perHour: 300,
  timeoutMs: 10_000,
  maxWaitMs: 60_000,
  maxBodyBytes: 10_485_760,
};

/** Rates for a target on the machine that runs the checks: it needs no protection. */
export const unlimited = {
  perSecond: Number.POSITIVE_INFINITY,
  perHour: Number.POSITIVE_INFINITY,
} as const;

/** A file named in the configuration. */
export interface FileReference {
  /** Relative to the configuration's folder, or absolute. */
  readonly path: string;
  /** `file:line:column` where it is named. */
  readonly location: string;
}

/** A valid configuration. Printing it shows no secret: `secret` is the only access to them. */
export interface ValidConfig {
  /** Interfaces with a base address, in report order; empty means the embedded sandbox. */
  readonly interfaces: readonly InterfaceName[];
  /** Without a trailing slash, and without the version that documented paths begin with. */
  readonly baseUrls: Readonly<Record<InterfaceName, string>>;
  /** The same as they may be shown and stored: variables in their paths are `${NAME}`. */
  readonly shownUrls: Readonly<Record<InterfaceName, string>>;
  readonly safety: Safety;
  /** Root address of a sandbox whose control interface a run may use; without a trailing slash. */
  readonly sandboxOrigin?: string;
  readonly baseline?: FileReference;
  /** The minimum that a run must judge. */
  readonly require?: { readonly minFacts?: number; readonly facts?: readonly string[] };
  /** The proxy for an address; absent if all are reached directly. @throws UsageError if it is unusable */
  readonly proxyFor?: FindProxy;
  /** Has credentials that have expired issued again; absent if none can be. */
  readonly renewing?: (send: Transport) => Transport;
  /** The file named at a dotted path. */
  file(path: string): FileReference | undefined;
  /** The value at a dotted path outside the credentials: `shop.records.orderId`; undefined if not given. */
  setting(path: string): unknown;
  /** Whether a dotted path has a value, credentials included: `shop.credentials.revokedApiKey`. */
  has(path: string): boolean;
  /** The value of a credential: `shop.credentials.password.username`. Never write it anywhere. */
  secret(path: string): string | undefined;
  /** Name of a credential in output: its environment variable as `$NAME`, else derived from the path. */
  secretName(path: string): string;
  /** Who is alerted; its addresses and keys are secrets. Never write them anywhere. */
  notify(): NotifySettings;
}
