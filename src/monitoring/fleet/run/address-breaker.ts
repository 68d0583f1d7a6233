import type { ValidConfig } from "../../../core/config/config.ts";

/** Consecutive failed runs at one address before it is avoided. */
const mostFailures = 10;

/** How long it is avoided, in milliseconds. */
const restMs = 15 * 60_000;

/** Hosts, since each organization may have its own path on one. */
const hostsOf = ({ baseUrls }: ValidConfig): readonly string[] => [
  ...new Set(Object.values(baseUrls).map((url) => new URL(url).host)),
];

/** @param now milliseconds */
export const createAddressBreaker = (now: () => number) => {
  const addresses = new Map<string, { failures: number; restsUntil: number }>();
  return {
    /** Milliseconds until the target of a configuration may be called again; 0 if it may be called now. */
    restOf: (config: ValidConfig) =>
      Math.max(0, ...hostsOf(config).map((host) => (addresses.get(host)?.restsUntil ?? 0) - now())),
    /** Records whether a run failed because of the target. */
    note(config: ValidConfig, failed: boolean) {
      for (const host of hostsOf(config)) {
        if (!failed) {
          addresses.delete(host);
          continue;
        }
        const failures = (addresses.get(host)?.failures ?? 0) + 1;
        addresses.set(host, { failures, restsUntil: failures < mostFailures ? 0 : now() + restMs });
      }
    },
  };
};

/** A circuit breaker: avoids an address at which every run fails, for all organizations. */
export type AddressBreaker = ReturnType<typeof createAddressBreaker>;
