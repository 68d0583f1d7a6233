/** A stretch of time in milliseconds, both ends included. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** Stretches that do not touch, in order. */
export type Intervals = readonly Interval[];

export const anyTime: Intervals = [{ from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }];

/** What lies within a stretch. */
export const within = (intervals: Intervals, { from, to }: Interval): Intervals =>
  intervals.flatMap((interval) => {
    const [start, end] = [Math.max(interval.from, from), Math.min(interval.to, to)];
    return start <= end ? [{ from: start, to: end }] : [];
  });

/** What lies outside a stretch. */
export const without = (intervals: Intervals, { from, to }: Interval): Intervals =>
  intervals.flatMap((interval) => {
    if (to < interval.from || from > interval.to) return [interval];
    return [
      ...(interval.from < from ? [{ from: interval.from, to: from - 1 }] : []),
      ...(interval.to > to ? [{ from: to + 1, to: interval.to }] : []),
    ];
  });

/** What lies in both. */
export const common = (some: Intervals, others: Intervals): Intervals =>
  others.flatMap((interval) => within(some, interval));

/** A time among them: in the middle of the one that is nearest to a wish. */
export const someTimeIn = (intervals: Intervals, wish: number): number => {
  const distance = ({ from, to }: Interval): number => Math.max(0, from - wish, wish - to);
  const [nearest] = intervals.toSorted((one, other) => distance(one) - distance(other));
  if (nearest === undefined) return wish;
  if (wish >= nearest.from && wish <= nearest.to) return wish;
  const { from, to } = nearest;
  if (Number.isFinite(from) && Number.isFinite(to)) return Math.round((from + to) / 2);
  return Number.isFinite(from) ? from : to;
};
