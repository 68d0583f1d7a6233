import type { DriftConfidence, DriftKind, Share } from "../model/drift.ts";
import { chanceOfEverSeeing, chanceOfFirstSight, samplesForAbsence } from "./chance.ts";

/**
 * Bounds on the chance that nothing has changed. What the code of a server decides (types, statuses, forms, rates,
 * a field that is gone altogether) hardly ever varies between records; what the data decides (nulls, absence in
 * some records, values) does, and is reported on stronger evidence only.
 */
const bounds = {
  structural: { noticed: 0.2, reported: 0.05, confirmed: 1e-3 },
  data: { noticed: 0.05, reported: 5e-3, confirmed: 1e-5 },
} as const;

export type Nature = keyof typeof bounds;

/** Whether a first sight is worth being followed; else it is one more thing that had not been seen yet. */
export const isRemarkable = (nature: Nature, chance: number): boolean => chance <= bounds[nature].noticed;

/** The chance of a first sight without a change; of what varies with the data, in all runs to come. */
export const chanceWithoutChange = (nature: Nature, before: number, since: Share): number =>
  nature === "structural" ? chanceOfFirstSight(before, since) : chanceOfEverSeeing(before, since);

export interface Evidence {
  readonly kind: DriftKind;
  readonly nature: Nature;
  /** How many samples there were before without it. */
  readonly before: number;
  readonly since: Share;
  readonly chance: number;
}

const isEnough = ({ kind, since }: Pick<Evidence, "kind" | "since">): boolean =>
  kind !== "field-removed" || since.of >= samplesForAbsence;

/** How sure a change is that has this chance of being none. */
export const confidenceOf = (evidence: Evidence): DriftConfidence => {
  const { reported, confirmed } = bounds[evidence.nature];
  if (evidence.chance > reported) return "inconclusive";
  return evidence.chance <= confirmed && isEnough(evidence) ? "confirmed" : "likely";
};

const most = 100_000;

/** How many more samples would settle it if they went on as since; undefined when no number would. */
export const moreSamplesFor = (evidence: Evidence): number | undefined => {
  const { kind, nature, before, since } = evidence;
  const share = since.count / Math.max(1, since.of);
  const isSettledWith = (more: number): boolean => {
    const of = since.of + more;
    const assumed = { count: Math.floor(share * of), of };
    const chance = chanceWithoutChange(nature, before, assumed);
    return chance <= bounds[nature].confirmed && isEnough({ kind, since: assumed });
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
