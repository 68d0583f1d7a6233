import type { Weighted } from "./cardinality-sketch.ts";
import type { DriftConfidence, DriftKind, Share } from "../model/drift.ts";
import { chanceAmongRecords, chanceOfFirstSight, type PastSamples, samplesForAbsence } from "./chance.ts";

/**
 * Bounds on the chance that nothing has changed. What the code of a server decides (types, statuses, forms, rates,
 * a field that is gone altogether) hardly ever varies between records; what the data decides (nulls, absence in
 * some records, values) does, and is reported on stronger evidence only.
 */
const bounds = {
  structural: { noticed: 0.2, reported: 0.05, confirmed: 1e-3 },
  /** Reported at most: less where more varies (`reportedBelow`). */
  data: { noticed: 0.05, reported: 0.02, confirmed: 1e-5 },
} as const;

export type Nature = keyof typeof bounds;

/** Whether a first sight is worth being followed; else it is one more thing that had not been seen yet. */
export const isRemarkable = (nature: Nature, chance: number): boolean => chance <= bounds[nature].noticed;

export interface Evidence {
  readonly kind: DriftKind;
  readonly nature: Nature;
  /** How many samples there were before without it, of different records and in all. */
  readonly before: PastSamples;
  /** Every record once, where the data decides. */
  readonly since: Share;
  /** Which share of the records may be new since. */
  readonly freshShares: readonly Weighted[];
  readonly chance: number;
}

/**
 * The chance of a first sight without a change; of what varies with the data, in all runs to come.
 * @param bound where only the side of it matters
 */
export const chanceWithoutChange = (
  { nature, before, since, freshShares }: Omit<Evidence, "kind" | "chance">,
  bound?: number,
): number =>
  nature === "structural"
    ? chanceOfFirstSight(before.all, since)
    : chanceAmongRecords(before, since, freshShares, bound);

const isEnough = ({ kind, since }: Pick<Evidence, "kind" | "since">): boolean =>
  kind !== "field-removed" || since.of >= samplesForAbsence;

/**
 * The chance at most that a target ever reports anything by mistake, if each of its fields varied by itself. They do not:
 * a field is at several locations, and most of what varies shows in the first run. What is left of it is simulated in
 * test/harness/drift/false-alarms.test.ts.
 */
const familyRisk = 0.25;

/** A chance counts the later runs with as many sights; those with fewer cost more than as much again. */
const withFewerSights = 2.5;

/**
 * The chance below which a change is reported. What varies with the data, but so rarely that no earlier run showed it, is
 * bound to show at last, and its chance is then about any number from 0 to 1. Of `varying` such features one falls below t
 * with the chance t·varying at most, however they depend on each other (Bonferroni; control of the familywise error rate,
 * Lehmann and Romano, Testing Statistical Hypotheses, 2005, 9.1). How many there are the history says: about as many as
 * have varied by now. Where hardly anything varies, a single null may be enough.
 */
const reportedBelow = (nature: Nature, varying: number): number =>
  nature === "structural"
    ? bounds.structural.reported
    : Math.min(bounds.data.reported, familyRisk / (withFewerSights * Math.max(1, varying)));

/**
 * How sure a change is that has this chance of being none.
 * @param varying how many features of the target vary with the data
 */
export const confidenceOf = (evidence: Evidence, varying: number): DriftConfidence => {
  const { chance, nature } = evidence;
  if (chance > reportedBelow(nature, varying)) return "inconclusive";
  return chance <= bounds[nature].confirmed && isEnough(evidence) ? "confirmed" : "likely";
};

const most = 100_000;

/** How many more samples would settle it if they went on as since; undefined when no number would. */
export const moreSamplesFor = (evidence: Evidence): number | undefined => {
  const { kind, nature, since } = evidence;
  const share = since.count / Math.max(1, since.of);
  const isSettledWith = (more: number): boolean => {
    const of = since.of + more;
    const assumed = { count: Math.floor(share * of), of };
    const { confirmed } = bounds[nature];
    const chance = chanceWithoutChange({ ...evidence, since: assumed }, confirmed);
    return chance <= confirmed && isEnough({ kind, since: assumed });
  };
  if (isSettledWith(0)) return undefined;
  let high = 1;
  while (!isSettledWith(high)) {
    high *= 2;
    if (high > most) return undefined;
  }
  let low = high / 2;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isSettledWith(middle)) high = middle;
    else low = middle;
  }
  return high;
};
