/** A stretch of time in milliseconds, both ends included. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Stretches that do not touch, in order. */
export type Spans = readonly Span[];

export const everywhen: Spans = [{ from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }];

/** What lies within a stretch. */
export const within = (spans: Spans, { from, to }: Span): Spans =>
  spans.flatMap((span) => {
    const [start, end] = [Math.max(span.from, from), Math.min(span.to, to)];
    return start <= end ? [{ from: start, to: end }] : [];
  });

/** What lies outside a stretch. */
export const without = (spans: Spans, { from, to }: Span): Spans =>
  spans.flatMap((span) => {
    if (to < span.from || from > span.to) return [span];
    return [
      ...(span.from < from ? [{ from: span.from, to: from - 1 }] : []),
      ...(span.to > to ? [{ from: to + 1, to: span.to }] : []),
    ];
  });

/** What lies in both. */
export const common = (some: Spans, others: Spans): Spans => others.flatMap((span) => within(some, span));

/** A time among them: in the middle of the one that is nearest to a wish. */
export const someTimeIn = (spans: Spans, wish: number): number => {
  const distance = ({ from, to }: Span): number => Math.max(0, from - wish, wish - to);
  const [nearest] = spans.toSorted((one, other) => distance(one) - distance(other));
  if (nearest === undefined) return wish;
  if (wish >= nearest.from && wish <= nearest.to) return wish;
  const { from, to } = nearest;
  if (Number.isFinite(from) && Number.isFinite(to)) return Math.round((from + to) / 2);
  return Number.isFinite(from) ? from : to;
};
