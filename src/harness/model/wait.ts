import { setTimeout as wait } from "node:timers/promises";

/** What one timer can count to, in milliseconds: one that is asked for more does not wait at all. */
const longestTimer = 0x7fff_ffff;

/**
 * Resolves after `ms` milliseconds of this machine's time, however many; rejects with the signal's reason. Without
 * `ref` it keeps no process alive.
 */
export const waitFor = async (
  ms: number,
  { signal, ref = true }: { readonly signal?: AbortSignal | undefined; readonly ref?: boolean } = {},
): Promise<void> => {
  for (let left = ms; left > 0; left -= longestTimer)
    await wait(Math.min(left, longestTimer), undefined, { ref, ...(signal === undefined ? {} : { signal }) });
};
