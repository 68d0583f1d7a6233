import type { HistoryRelease, RunSummary } from "./drift.ts";

/** Where the version of tripact changed from one run to the next. */
export const releasesIn = (runs: readonly RunSummary[]): readonly HistoryRelease[] => {
  const ended = runs.filter(({ night }) => night > 0);
  return ended.flatMap(({ night, startedAt, version }, at) => {
    const before = ended[at - 1]?.version;
    return before === undefined || before === version ? [] : [{ night, startedAt, version }];
  });
};
