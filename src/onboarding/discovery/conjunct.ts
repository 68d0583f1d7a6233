import type { Plan } from "../../core/model/check.ts";
import type { ConjunctCode } from "../../builtin/queries/dialect/dialect.ts";
import type { ProbeClient } from "./probe-client.ts";
import {
  conditionOf,
  sampleProbe,
  isAnsweredAs,
  isInformative,
  type Matches,
  type ProbeOutcome,
  type ProbeResult,
  probeOutcome,
} from "./probe.ts";
import { operatorCodes, type OperatorObservations } from "./operator-observations.ts";

/** Which conjunct means AND (U-14), from observed pairs of conditions. */
export interface FoundConjunct {
  /** Undefined if neither behaves so consistently. */
  readonly and: ConjunctCode | undefined;
  /** Pairs for which the two conjuncts behave as AND and OR, and all pairs sent. */
  readonly agreeing: number;
  readonly asked: number;
}

/** An answered condition, and its matching records. */
interface Known {
  readonly code: number;
  readonly result: ProbeResult;
  readonly matches: Matches;
}

const joined = (one: Matches, other: Matches, both: boolean): Matches =>
  [...one].map((match, index) => ((match === "1") === both ? other[index] : match)).join("");

/** The conditions that match some records of their sample, all of them known. */
const knownIn = (observations: OperatorObservations): readonly Known[] =>
  operatorCodes.flatMap((code) =>
    observations.of(code).flatMap((result): Known[] => {
      const { observed, probe } = result;
      if (observed.kind === "refused" || observed.known < probe.sample.ids.length) return [];
      return isInformative(observed.matches) ? [{ code, result, matches: observed.matches }] : [];
    }),
  );

type Pair = readonly [Known, Known];

/** Neither set contains the other, so AND and OR differ from each other and from both. */
const cross = (one: Known, other: Known): boolean => {
  const both = joined(one.matches, other.matches, true);
  return both !== one.matches && both !== other.matches;
};

/** Number of answered pairs needed, and the maximum to send. */
const wantedPairs = 3;
const mostPairs = 6;

/** Pairs on different parameters first, and of different kinds of records. */
const pairsIn = (known: readonly Known[]): readonly Pair[] => {
  const pairs: Pair[] = [];
  const used = new Set<object>();
  for (const [index, one] of known.entries()) {
    if (used.has(one.result.probe.column)) continue;
    const { sample, column } = one.result.probe;
    const other = known.slice(index + 1).find((candidate) => {
      const { probe } = candidate.result;
      const isElsewhere = probe.column !== column && !used.has(probe.column);
      return probe.sample === sample && isElsewhere && cross(one, candidate);
    });
    if (other === undefined) continue;
    pairs.push([one, other]);
    used.add(one.result.probe.column).add(other.result.probe.column);
    if (pairs.length === mostPairs) break;
  }
  return pairs;
};

const conjuncts = [0, 1] as const;

/** The outcome of two conditions under conjunct 0 and under conjunct 1. */
function* askPair(
  client: ProbeClient,
  pair: Pair,
  singleValueField: string,
): Plan<readonly (ProbeOutcome | undefined)[]> {
  const [{ result }] = pair;
  const { sample } = result.probe;
  const conditions = pair.map(({ code, result: { probe } }) => conditionOf(probe, code, singleValueField));
  const answers = yield* client.ask(
    conjuncts.map((conjunct) =>
      sampleProbe(sample, conjunct, conditions, `two conditions on ${sample.kind} joined by ${conjunct}`),
    ),
  );
  return conjuncts.map((conjunct) => {
    const answer = answers[conjunct];
    return answer === undefined ? undefined : probeOutcome(sample, answer);
  });
}

/** Whether one conjunct matches the intersection of two conditions, and the other the union. */
const joinsBy = (and: ConjunctCode, [one, other]: Pair, outcomes: readonly (ProbeOutcome | undefined)[]) =>
  conjuncts.every((conjunct) =>
    isAnsweredAs(joined(one.matches, other.matches, conjunct === and), outcomes[conjunct]),
  );

/**
 * Sends pairs of conditions with known matches under both conjuncts: AND matches the intersection, OR the union. The
 * meanings of the conditions need not be known.
 */
export function* findConjunct(
  client: ProbeClient,
  observations: OperatorObservations,
  singleValueField: string,
): Plan<FoundConjunct> {
  const votes = new Map<ConjunctCode, number>();
  let asked = 0;
  for (const pair of pairsIn(knownIn(observations))) {
    if (asked === wantedPairs) break;
    const outcomes = yield* askPair(client, pair, singleValueField);
    // A failure is no evidence.
    if (outcomes.includes(undefined)) continue;
    asked += 1;
    for (const and of conjuncts) if (joinsBy(and, pair, outcomes)) votes.set(and, (votes.get(and) ?? 0) + 1);
  }
  const [[and, agreeing] = [undefined, 0], ...others] = votes;
  const isDecided = others.length === 0 && agreeing === asked;
  return { and: isDecided ? and : undefined, agreeing, asked };
}
