import type { InterfaceName } from "../model/interface-name.ts";
import type { NotifySettings } from "../model/notify.ts";

/** Limits of a run against live targets. */
export interface Safety {
  readonly writes: boolean;
  readonly maxRequests: number;
  /** Infinity for no pacing. */
  readonly perSecond: number;
  /** Infinity for no limit. */
  readonly perHour: number;
  readonly timeoutMs: number;
  /** Milliseconds in all for waiting out 429 and 503. */
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

/** The rates of a target that shares its machine with whoever runs the checks: nobody else is to be spared. */
export const unlimited = {
  perSecond: Number.POSITIVE_INFINITY,
  perHour: Number.POSITIVE_INFINITY,
} as const;

/** A file that the configuration names. */
export interface FileReference {
  /** Relative to the folder of the configuration, or absolute. */
  readonly path: string;
  /** `file:line:column` where it is named. */
  readonly location: string;
}

/**
 * A valid configuration. Holds no secret in a property: `secret` is the only way to one, so that printing or
 * serialising a configuration shows none.
 */
export interface Config {
  /** The interfaces that have a base address, in report order; empty means the embedded sandbox. */
  readonly interfaces: readonly InterfaceName[];
  /** Without a trailing slash, and without the version that documented paths begin with. */
  readonly baseUrls: Readonly<Record<InterfaceName, string>>;
  readonly safety: Safety;
  /** Root address of a sandbox whose control interface a run may use; without a trailing slash. */
  readonly sandboxOrigin?: string;
  readonly baseline?: FileReference;
  /** What a run must judge at the least. */
  readonly require?: { readonly minFacts?: number; readonly facts?: readonly string[] };
  /** The file that is named at a dotted path. */
  file(path: string): FileReference | undefined;
  /** The value at a dotted path outside the credentials: `shop.records.orderId`; undefined when not given. */
  setting(path: string): unknown;
  /** Whether something is at a dotted path, credentials included: `shop.credentials.revokedApiKey`. */
  has(path: string): boolean;
  /** The value of a credential: `shop.credentials.password.username`. Never to be written anywhere. */
  secret(path: string): string | undefined;
  /** What stands for a credential in output: its environment variable as `$NAME`, else a name made of the path. */
  secretName(path: string): string;
  /** Who is alerted; holds addresses and keys that are secrets. Never to be written anywhere. */
  notify(): NotifySettings;
}
