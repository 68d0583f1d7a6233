/** A time interval in milliseconds, inclusive. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** Disjoint intervals, in order. */
export type Intervals = readonly Interval[];

export const anyTime: Intervals = [{ from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }];

/** The parts inside an interval. */
export const within = (intervals: Intervals, { from, to }: Interval): Intervals =>
  intervals.flatMap((interval) => {
    const [start, end] = [Math.max(interval.from, from), Math.min(interval.to, to)];
    return start <= end ? [{ from: start, to: end }] : [];
  });

/** The parts outside an interval. */
export const subtract = (intervals: Intervals, { from, to }: Interval): Intervals =>
  intervals.flatMap((interval) => {
    if (to < interval.from || from > interval.to) return [interval];
    return [
      ...(interval.from < from ? [{ from: interval.from, to: from - 1 }] : []),
      ...(interval.to > to ? [{ from: to + 1, to: interval.to }] : []),
    ];
  });

/** The intersection. */
export const intersection = (some: Intervals, others: Intervals): Intervals =>
  others.flatMap((interval) => within(some, interval));

/** The middle of the interval that is nearest to the desired time. */
export const someTimeIn = (intervals: Intervals, wish: number): number => {
  const distance = ({ from, to }: Interval): number => Math.max(0, from - wish, wish - to);
  const [nearest] = intervals.toSorted((one, other) => distance(one) - distance(other));
  if (nearest === undefined) return wish;
  if (wish >= nearest.from && wish <= nearest.to) return wish;
  const { from, to } = nearest;
  if (Number.isFinite(from) && Number.isFinite(to)) return Math.round((from + to) / 2);
  return Number.isFinite(from) ? from : to;
};
