/**
 * Lets at most `limit` tasks run at once, first come first served. A variable limit is read whenever a task arrives or
 * ends, and is at least one.
 */
export const createSemaphore = (
  limit: number | (() => number),
): (<T>(task: () => Promise<T>) => Promise<T>) => {
  const most = typeof limit === "number" ? () => limit : limit;
  let running = 0;
  const waiting: (() => void)[] = [];
  const admit = (): void => {
    while (waiting.length > 0 && running < Math.max(1, most())) {
      running += 1;
      waiting.shift()?.();
    }
  };
  return async (task) => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      admit();
    });
    try {
      return await task();
    } finally {
      running -= 1;
      admit();
    }
  };
};
