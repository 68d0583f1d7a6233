import {
  type CardinalitySketch,
  createSketch,
  distinctCount,
  freshIds,
  mergeSketch,
  type Weighted,
} from "../../core/shapes/cardinality-sketch.ts";
import type { Share } from "../../core/model/drift.ts";

/** The records behind samples; the same record may occur several times and in several runs. */
export interface SampledRecords {
  /** Sketch of their ids; absent if they have none. */
  readonly sketch?: CardinalitySketch;
  /** How many times any of them was seen. */
  readonly objects: number;
  /** The most different ones in one run. */
  readonly most: number;
  /** Those of earlier runs. */
  readonly before: {
    readonly sketch?: CardinalitySketch;
    /** How many of the samples are of different ones. */
    readonly different: number;
  };
}

/** A copy that does not change with the history. */
export const keptRecords = ({ sketch, before, ...counts }: SampledRecords): SampledRecords => ({
  ...counts,
  ...(sketch === undefined ? {} : { sketch: sketch.slice() }),
  before: {
    different: before.different,
    ...(before.sketch === undefined ? {} : { sketch: before.sketch.slice() }),
  },
});

/** Combines earlier and further runs. */
export const withMoreRecords = (one: SampledRecords, more: SampledRecords): SampledRecords => {
  const sum = {
    objects: one.objects + more.objects,
    most: Math.max(one.most, more.most),
    before: one.before,
  };
  if (one.sketch === undefined || more.sketch === undefined) return sum;
  const sketch = createSketch();
  mergeSketch(sketch, one.sketch);
  mergeSketch(sketch, more.sketch);
  return { ...sum, sketch };
};

/** Samples, each record once; for records without ids, every run may show the same ones. */
export const ofDifferent = ({ sketch, objects, most }: SampledRecords, { count, of }: Share): Share => {
  const different = Math.max(most, sketch === undefined ? 0 : distinctCount(sketch));
  const share = objects === 0 ? 1 : Math.min(1, different / objects);
  return {
    count: count === 0 ? 0 : Math.max(1, Math.round(count * share)),
    of: Math.max(1, Math.round(of * share)),
  };
};

/** For samples that are all of different records. */
export const allFresh: readonly Weighted[] = [{ most: 1, weight: 1 }];

/** Possible shares of records that are not among the earlier ones, ascending. */
export const freshShares = ({ sketch, before }: SampledRecords): readonly Weighted[] => {
  if (sketch === undefined || before.sketch === undefined) return allFresh;
  const all = Math.max(1, distinctCount(sketch));
  return freshIds(before.sketch, sketch, all).map(({ most, weight }) => ({ most: most / all, weight }));
};
