/** Does its work at the first call; every later call returns the same promise. For `close` and `stop`. */
export const doneOnce = <Result>(work: () => Promise<Result>): (() => Promise<Result>) => {
  let done: Promise<Result> | undefined;
  return () => (done ??= work());
};
