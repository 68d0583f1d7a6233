/** Upper bounds of the latency classes in milliseconds; anything slower is in a last class. */
const bounds = [100, 300, 1000, 3000, 10_000] as const;

export const latencyClasses = bounds.length + 1;

/** The class of a duration in milliseconds. */
export const latencyClassOf = (elapsedMs: number): number => {
  const found = bounds.findIndex((bound) => elapsedMs < bound);
  return found < 0 ? bounds.length : found;
};

/** First class in which clients give up: 3 s and more. */
export const timeOutClass = 4;

/** `under 100 ms`, `300 ms to 1 s`, `10 s and more`. */
export const describeLatencyClass = (index: number): string => {
  const name = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${ms / 1000} s`);
  const [low, high] = [bounds[index - 1], bounds[index]];
  if (low === undefined) return `under ${name(bounds[0])}`;
  return high === undefined ? `${name(low)} and more` : `${name(low)} to ${name(high)}`;
};

/** Range of a class in milliseconds, both ends included, and its share of all answers, from 0 to 1. */
export interface LatencyBounds {
  readonly minimum: number;
  readonly maximum: number;
  readonly share: number;
}

/** The range of a described class; undefined for any other text. The last class ends at 15 s. */
export const latencyBoundsNamed = (name: string): Pick<LatencyBounds, "minimum" | "maximum"> | undefined => {
  const indexes = Array.from({ length: latencyClasses }, (_, index) => index);
  const index = indexes.find((one) => describeLatencyClass(one) === name);
  if (index === undefined) return undefined;
  return { minimum: bounds[index - 1] ?? 0, maximum: (bounds[index] ?? 15_001) - 1 };
};

/** The class of the median, from counts by class; undefined if there are none. */
export const medianLatencyClass = (latencies: ReadonlyMap<number, number>): number | undefined => {
  const half = [...latencies.values()].reduce((sum, count) => sum + count, 0) / 2;
  let sum = 0;
  for (let at = 0; at < latencyClasses; at += 1) {
    sum += latencies.get(at) ?? 0;
    if (sum >= half && sum > 0) return at;
  }
  return undefined;
};

/** The same in words. */
export const medianLatency = (latencies: ReadonlyMap<number, number>): string | undefined => {
  const median = medianLatencyClass(latencies);
  return median === undefined ? undefined : describeLatencyClass(median);
};
