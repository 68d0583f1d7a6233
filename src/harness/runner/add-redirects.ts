import type { Redirect } from "../model/redirect.ts";

/** Redirects of several parts of a run as one list, each once with all its times. */
export const addRedirects = (...parts: readonly (readonly Redirect[] | undefined)[]): readonly Redirect[] =>
  Map.groupBy(
    parts.flatMap((part) => part ?? []),
    ({ times: _times, ...one }) => JSON.stringify(one),
  )
    .values()
    .toArray()
    .flatMap((same) => {
      const times = same.reduce((sum, one) => sum + one.times, 0);
      return same.slice(0, 1).map((one) => ({ ...one, times }));
    });
