/** Lets at most `limit` tasks run at once, first come first served. */
export const createSemaphore = (limit: number): (<T>(task: () => Promise<T>) => Promise<T>) => {
  let free = limit;
  const waiting: (() => void)[] = [];
  const release = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  return async (task) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      release();
    }
  };
};
