import type { FactResult } from "../core/model/report.ts";

const isNotReached = ({ status, reason }: FactResult): boolean =>
  status === "skipped" && /(^|; )(not reached|no answer)\b(?! in this shard)/.test(reason ?? "");

const split = (reason: string): readonly [kind: string, detail: string] => {
  const first = reason.split("; ")[0] ?? reason;
  const colon = first.indexOf(": ");
  return colon < 0 ? [first, ""] : [first.slice(0, colon), first.slice(colon + 2)];
};

/** Reasons for skipped facts, by their text up to the colon, most frequent first; without facts not reached. */
export const skipGroups = (facts: readonly FactResult[]) => {
  const reasons = facts
    .filter((fact) => fact.status === "skipped" && !isNotReached(fact))
    .map(({ reason = "no reason given" }) => split(reason));
  return [...Map.groupBy(reasons, ([kind]) => kind)]
    .map(([kind, all]) => ({
      kind,
      count: all.length,
      details: [...new Set(all.flatMap(([, detail]) => (detail === "" ? [] : detail.split(", "))))],
    }))
    .toSorted((left, right) => right.count - left.count);
};

/** Facts that an incomplete run did not reach. */
export const notReached = (facts: readonly FactResult[]): readonly string[] =>
  facts.filter(isNotReached).map(({ id }) => id);
