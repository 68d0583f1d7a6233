import type { FactResult } from "../model/report.ts";

export interface SkipGroup {
  /** The reason up to its colon: `not configured`, `static`. */
  readonly kind: string;
  readonly count: number;
  /** The texts after the colon, without duplicates. */
  readonly details: readonly string[];
}

const isNotReached = ({ status, reason }: FactResult): boolean =>
  status === "skipped" && /(^|; )(not reached|no answer)\b(?! in this shard)/.test(reason ?? "");

const split = (reason: string): readonly [kind: string, detail: string] => {
  const first = reason.split("; ")[0] ?? reason;
  const colon = first.indexOf(": ");
  return colon < 0 ? [first, ""] : [first.slice(0, colon), first.slice(colon + 2)];
};

/** Reasons for skipped facts, most frequent first; without facts that were not reached. */
export const skipGroups = (facts: readonly FactResult[]): readonly SkipGroup[] => {
  const groups = new Map<string, { count: number; details: Set<string> }>();
  for (const fact of facts) {
    if (fact.status !== "skipped" || isNotReached(fact)) continue;
    const [kind, detail] = split(fact.reason ?? "no reason given");
    const group = groups.get(kind) ?? { count: 0, details: new Set<string>() };
    group.count += 1;
    for (const one of detail === "" ? [] : detail.split(", ")) group.details.add(one);
    groups.set(kind, group);
  }
  return [...groups]
    .map(([kind, { count, details }]) => ({ kind, count, details: [...details] }))
    .toSorted((left, right) => right.count - left.count);
};

/** Facts that an incomplete run did not reach. */
export const notReached = (facts: readonly FactResult[]): readonly string[] =>
  facts.filter(isNotReached).map(({ id }) => id);
