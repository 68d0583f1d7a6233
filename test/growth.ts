/** Milliseconds of CPU. */
const costOf = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1000;
};

const small = 1000;
const times = 10;

/**
 * Whether the cost of work grows with the size of what it is given: 10 times the size takes 10 times as long, or up to
 * 100 times where it is quadratic, on any machine. Up to three times as much, and another try, are for a busy one.
 */
export const growsInProportion = (workOf: (size: number) => () => void): boolean => {
  const [few, many] = [workOf(small), workOf(times * small)];
  // Compiles it.
  few();
  const least = Math.min(...[1, 2, 3].map(() => costOf(few)));
  return [1, 2, 3].some(() => costOf(many) < 3 * times * least);
};
