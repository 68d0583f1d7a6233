import type { Observation } from "../model/check.ts";
import type { Unknown } from "../model/fact.ts";
import type { UnknownResult } from "../model/report.ts";
import { withSettings } from "../model/settings.ts";
import type { RunEvent } from "../model/run-event.ts";
import type { Evidence } from "./evidence.ts";
import type { Results, Seen } from "./results.ts";

const maxObservationsPerUnknown = 5;

/** What a run has observed, by open question. */
export interface ObservationLog {
  /** Returns the event of an observation that is new; `most` is how many of one question are kept. */
  add(observation: Observation, most?: number): RunEvent[];
  /** Adds the observations of another part of the same run. */
  merge(observations: Results["observations"]): void;
  all(): Results["observations"];
  unknowns(unknowns: readonly Unknown[]): UnknownResult[];
}

const evidenceOf = ({ exchange, exchanges = 1 }: Observation, evidence: Evidence): string => {
  const status =
    exchange.outcome.kind === "response" ? String(exchange.outcome.status) : exchange.outcome.reason;
  const more = exchanges > 1 ? ` (and ${exchanges - 1} more)` : "";
  return evidence.mask(
    `exchange ${evidence.numberOf(exchange)}: ${evidence.requestOf(exchange)} gave ${status}${more}`,
  );
};

const byNumber = (left: Seen, right: Seen): number => left.number - right.number;

export const createObservationLog = (evidence: Evidence): ObservationLog => {
  const byUnknown = new Map<string, readonly Seen[]>();
  return {
    add(observation, most = maxObservationsPerUnknown) {
      const { unknown, exchange } = observation;
      const known = byUnknown.get(unknown) ?? [];
      const observed = evidence.mask(observation.observed);
      if (known.length >= most || known.some((one) => one.observed === observed)) return [];
      const shown = evidenceOf(observation, evidence);
      const number = evidence.numberOf(exchange);
      const settings = withSettings(observation.settings);
      byUnknown.set(unknown, [...known, { observed, evidence: shown, number, ...settings }]);
      return [{ type: "observation", unknown, observed, evidence: shown, ...settings }];
    },
    merge(others) {
      for (const [unknown, seen] of others) {
        const all = [...(byUnknown.get(unknown) ?? []), ...seen].toSorted(byNumber);
        const each = new Map(all.toReversed().map((one) => [one.observed, one]));
        byUnknown.set(unknown, [...each.values()].toSorted(byNumber).slice(0, maxObservationsPerUnknown));
      }
    },
    all: () => [...byUnknown],
    unknowns: (unknowns) =>
      unknowns.map(({ id }) => {
        const seen = byUnknown.get(id);
        if (seen === undefined) return { id, status: "open" };
        return {
          id,
          status: "observed",
          observed: seen.map(({ observed }) => observed).join("; "),
          evidence: seen.map((one) => one.evidence).join("; "),
          ...withSettings(...seen.map(({ settings }) => settings)),
        };
      }),
  };
};
