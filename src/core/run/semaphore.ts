/** Urgent tasks first, then first come first served. A variable limit is read when a task arrives or ends. */
export const createSemaphore = (
  limit: number | (() => number),
): (<T>(task: () => Promise<T>, isUrgent?: boolean) => Promise<T>) => {
  const most = typeof limit === "number" ? () => limit : limit;
  let running = 0;
  const urgent: (() => void)[] = [];
  const others: (() => void)[] = [];
  const admit = (): void => {
    while (urgent.length + others.length > 0 && running < Math.max(1, most())) {
      running += 1;
      (urgent.shift() ?? others.shift())?.();
    }
  };
  return async (task, isUrgent = false) => {
    await new Promise<void>((resolve) => {
      (isUrgent ? urgent : others).push(resolve);
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
