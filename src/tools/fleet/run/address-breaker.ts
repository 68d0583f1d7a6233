import type { Config } from "../../../harness/config/config.ts";

/** Runs in a row that fail at one address before it is left alone. */
const mostFailures = 10;

/** How long it is left alone, in milliseconds. */
const restMs = 15 * 60_000;

interface Address {
  failures: number;
  restsUntil: number;
}

/** Leaves an address alone at which everything fails, whoever it belongs to. */
export interface AddressBreaker {
  /** Milliseconds until the target of a configuration may be asked again; 0 where it may be now. */
  restOf(config: Config): number;
  /** Notes whether a run at the target of a configuration failed for the target's sake. */
  note(config: Config, failed: boolean): void;
}

/** Hosts, since each organization may have a path of its own below one. */
const hostsOf = ({ baseUrls }: Config): readonly string[] => [
  ...new Set(Object.values(baseUrls).map((url) => new URL(url).host)),
];

/** @param now milliseconds */
export const createAddressBreaker = (now: () => number): AddressBreaker => {
  const addresses = new Map<string, Address>();
  return {
    restOf: (config) =>
      Math.max(0, ...hostsOf(config).map((host) => (addresses.get(host)?.restsUntil ?? 0) - now())),
    note(config, failed) {
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
