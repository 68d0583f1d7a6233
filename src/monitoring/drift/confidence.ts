import type { Weighted } from "../../core/shapes/cardinality-sketch.ts";
import type { DriftConfidence, DriftKind, Share } from "../../core/model/drift.ts";
import { chanceAmongRecords, chanceOfFirstSight, type PastSamples, samplesForAbsence } from "./chance.ts";

/**
 * Bounds on the chance that nothing has changed. What the server's code decides (types, statuses, forms, rates,
 * complete absence of a field) hardly varies between records; what the data decides (nulls, partial absence, values)
 * does, and needs stronger evidence.
 */
const bounds = {
  structural: { noticed: 0.2, reported: 0.05, confirmed: 1e-3 },
  /** Upper bound; lower if more varies (`reportedBelow`). */
  data: { noticed: 0.05, reported: 0.02, confirmed: 1e-5 },
} as const;

export type Nature = keyof typeof bounds;

/** Whether to follow a first sight; otherwise it is merely something not seen before. */
export const isRemarkable = (nature: Nature, chance: number): boolean => chance <= bounds[nature].noticed;

export interface Evidence {
  readonly kind: DriftKind;
  readonly nature: Nature;
  /** Number of earlier samples without it, of different records and in all. */
  readonly before: PastSamples;
  /** Every record once, if the data decides. */
  readonly since: Share;
  /** Possible shares of records that are new since. */
  readonly freshShares: readonly Weighted[];
  readonly chance: number;
}

/**
 * The chance of a first sight without a change; for features that vary with the data, in all future runs.
 * @param bound if only the side of it matters
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
 * Upper bound of the chance that a target ever reports anything by mistake, if its fields varied independently. They do
 * not: a field has several locations, and most variation shows in the first run. The actual rate is simulated in
 * test/monitoring/drift/false-alarms.test.ts.
 */
const familyRisk = 0.25;

/** The chance covers later runs with as many sights; those with fewer more than double it. */
const withFewerSights = 2.5;

/**
 * The chance below which a change is reported. A feature that varies with the data so rarely that no earlier run showed
 * it will show eventually, and its chance is then uniform between 0 and 1. One of `varying` such features falls below t
 * with a chance of at most t·varying, however they depend on each other (Bonferroni; control of the familywise error
 * rate, Lehmann and Romano, Testing Statistical Hypotheses, 2005, 9.1). Their number is estimated from the history:
 * about as many as have varied so far. If hardly anything varies, a single null may suffice.
 */
const reportedBelow = (nature: Nature, varying: number): number =>
  nature === "structural"
    ? bounds.structural.reported
    : Math.min(bounds.data.reported, familyRisk / (withFewerSights * Math.max(1, varying)));

/**
 * Confidence in a change with this evidence.
 * @param varying how many features of the target vary with the data
 */
export const confidenceOf = (evidence: Evidence, varying: number): DriftConfidence => {
  const { chance, nature } = evidence;
  if (chance > reportedBelow(nature, varying)) return "inconclusive";
  return chance <= bounds[nature].confirmed && isEnough(evidence) ? "confirmed" : "likely";
};

const most = 100_000;

/** How many more samples would settle it at the same rate; undefined if no number would. */
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
