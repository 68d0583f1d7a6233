import type { Observation } from "../../core/model/check.ts";
import type { Exchange } from "../../core/model/exchange.ts";
import { type Settings, withSettings } from "../../core/model/settings.ts";

/** Sightings of one key: their number, and the exchange that showed it first. */
export interface Sighting {
  readonly key: string;
  readonly count: number;
  readonly exchange: Exchange;
}

/** Further keys are counted with the last one, which limits memory. */
const mostKeys = 60;

const others = "others";

export const createSeen = (most: number = mostKeys) => {
  const sightings = new Map<string, { count: number; readonly exchange: Exchange }>();
  return {
    /** Once, or the given number of times. */
    add(wanted: string, exchange: Exchange, times: number = 1) {
      const key = sightings.has(wanted) || sightings.size < most ? wanted : others;
      const known = sightings.get(key);
      if (known === undefined) sightings.set(key, { count: times, exchange });
      else known.count += times;
    },
    /** In order of first sight. */
    all: (): readonly Sighting[] =>
      [...sightings].map(([key, { count, exchange }]) => ({ key, count, exchange })),
    keys: (): readonly string[] => [...sightings.keys()],
    /** Of all keys together. */
    count: (): number => [...sightings.values()].reduce((sum, { count }) => sum + count, 0),
    first: (): Exchange | undefined => [...sightings.values()][0]?.exchange,
  };
};

export type SeenRecords = ReturnType<typeof createSeen>;

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
