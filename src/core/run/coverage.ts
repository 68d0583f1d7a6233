import type { FactResult } from "../model/report.ts";
import { judgedFacts } from "../model/verdict.ts";
import type { Stop } from "../model/tally.ts";

export interface Requirement {
  readonly minFacts?: number;
  readonly facts?: readonly string[];
}

/** Number of facts named with their reasons; the report has all of them. */
const mostNamed = 5;

const missingOf = (facts: readonly FactResult[], required: readonly string[]): readonly string[] =>
  facts
    .filter(({ id, status }) => required.includes(id) && status === "skipped")
    .map(({ id, reason }) => `${id} was not judged: ${reason ?? "no reason given"}`);

/** Why too little was judged; undefined if the requirement is met. */
export const shortfallOf = (
  facts: readonly FactResult[],
  { minFacts = 0, facts: required = [] }: Requirement,
): Stop | undefined => {
  const judged = judgedFacts(facts);
  const missing = missingOf(facts, required);
  const more =
    missing.length > mostNamed ? [`${missing.length - mostNamed} more required facts were not judged`] : [];
  const shortfalls = [
    ...(judged < minFacts
      ? [`${judged} of ${facts.length} facts were judged, ${minFacts} are required`]
      : []),
    ...missing.slice(0, mostNamed),
    ...more,
  ];
  return shortfalls.length === 0 ? undefined : { reason: "coverage", message: shortfalls.join("; ") };
};

/** Both requirements: the greater number and the facts of both. */
export const bothRequirements = (one: Requirement = {}, other: Requirement = {}): Requirement => ({
  minFacts: Math.max(one.minFacts ?? 0, other.minFacts ?? 0),
  facts: [...new Set([...(one.facts ?? []), ...(other.facts ?? [])])],
});
