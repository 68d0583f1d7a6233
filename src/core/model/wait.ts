import { setTimeout as wait } from "node:timers/promises";

/** Longest delay of a timer, in milliseconds: with a longer one it fires at once. */
const longestTimer = 0x7fff_ffff;

/** Waits any duration; rejects with the signal's reason. Without `ref` it does not keep the process alive. */
export const waitFor = async (
  ms: number,
  { signal, ref = true }: { readonly signal?: AbortSignal | undefined; readonly ref?: boolean } = {},
): Promise<void> => {
  for (let left = ms; left > 0; left -= longestTimer)
    await wait(Math.min(left, longestTimer), undefined, { ref, ...(signal === undefined ? {} : { signal }) });
};
