/** Milliseconds of CPU. */
const costOf = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1000;
};

const small = 1250;
const times = 16;

/**
 * Whether the cost of work grows with the size of what it is given: 16 times the size takes 16 times as long, or up to
 * 256 times where it is quadratic, on any machine. Up to three times as much, and another try, are for a busy one.
 */
export const growsInProportion = (workOf: (size: number) => () => void): boolean => {
  const [few, many] = [workOf(small), workOf(times * small)];
  // Compiles it.
  few();
  const least = Math.min(...[1, 2, 3].map(() => costOf(few)));
  return [1, 2, 3].some(() => costOf(many) < 3 * times * least);
};
