/** Upper bounds in milliseconds of the classes of latency; what is slower than the last is in a class of its own. */
const bounds = [100, 300, 1000, 3000, 10_000] as const;

export const latencyClasses = bounds.length + 1;

/** The class of a duration in milliseconds; below the first bound all is alike. */
export const latencyClassOf = (elapsedMs: number): number => {
  const found = bounds.findIndex((bound) => elapsedMs < bound);
  return found < 0 ? bounds.length : found;
};

/** From this class on clients give up: 3 s and more. */
export const timeOutClass = 4;

/** `under 100 ms`, `300 ms to 1 s`, `10 s and more`. */
export const describeLatencyClass = (index: number): string => {
  const name = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${ms / 1000} s`);
  const [low, high] = [bounds[index - 1], bounds[index]];
  if (low === undefined) return `under ${name(bounds[0])}`;
  return high === undefined ? `${name(low)} and more` : `${name(low)} to ${name(high)}`;
};

/** Milliseconds of a class, both included, and how much of all answers is in it, from 0 to 1. */
export interface LatencyBounds {
  readonly minimum: number;
  readonly maximum: number;
  readonly share: number;
}

/** The bounds of a described class; undefined for a text that describes none. The last class ends at 15 s. */
export const latencyBoundsNamed = (name: string): Pick<LatencyBounds, "minimum" | "maximum"> | undefined => {
  const indexes = Array.from({ length: latencyClasses }, (_, index) => index);
  const index = indexes.find((one) => describeLatencyClass(one) === name);
  if (index === undefined) return undefined;
  return { minimum: bounds[index - 1] ?? 0, maximum: (bounds[index] ?? 15_001) - 1 };
};

/** The class in which the median lies, of counts by class; undefined where there are none. */
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
