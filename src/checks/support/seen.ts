import type { Observation } from "../../harness/model/check.ts";
import type { Exchange } from "../../harness/model/exchange.ts";
import { type Settings, withSettings } from "../../harness/model/settings.ts";

/** Sightings of one key: their number, and the exchange that showed it first. */
export interface Sighting {
  readonly key: string;
  readonly count: number;
  readonly exchange: Exchange;
}

/** Counts sightings by key. */
export interface Seen {
  /** Once, or the given number of times. */
  add(key: string, exchange: Exchange, times?: number): void;
  /** In order of first sight. */
  all(): readonly Sighting[];
  keys(): readonly string[];
  /** Of all keys together. */
  count(): number;
  first(): Exchange | undefined;
}

/** Further keys are counted with the last one, which limits memory. */
const mostKeys = 60;

const others = "others";

export const createSeen = (most: number = mostKeys): Seen => {
  const sightings = new Map<string, { count: number; readonly exchange: Exchange }>();
  return {
    add(wanted, exchange, times = 1) {
      const key = sightings.has(wanted) || sightings.size < most ? wanted : others;
      const known = sightings.get(key);
      if (known === undefined) sightings.set(key, { count: times, exchange });
      else known.count += times;
    },
    all: () => [...sightings].map(([key, { count, exchange }]) => ({ key, count, exchange })),
    keys: () => [...sightings.keys()],
    count: () => [...sightings.values()].reduce((sum, { count }) => sum + count, 0),
    first: () => [...sightings.values()][0]?.exchange,
  };
};

/** A sentence about several exchanges, with the first and the number of others. */
export const observationOn = (
  unknown: string,
  observed: string,
  exchange: Exchange,
  count = 1,
  settings: Settings = {},
): Observation => ({
  kind: "observation",
  unknown,
  observed,
  exchange,
  ...(count > 1 ? { exchanges: count } : {}),
  ...withSettings(settings),
});

/** `a`, or `both seen: a, b` if exchanges disagree. */
export const agreed = (values: readonly string[]): string =>
  values.length < 2
    ? (values[0] ?? "nothing")
    : `${values.length === 2 ? "both" : "all"} seen: ${values.join(", ")}`;
