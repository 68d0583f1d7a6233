import type { HistoryRelease, RunSummary } from "./drift.ts";

/** Runs with another version of tripact than the run before. */
export const releasesIn = (runs: readonly RunSummary[]): readonly HistoryRelease[] => {
  const ended = runs.filter(({ night }) => night > 0);
  return ended.flatMap(({ night, startedAt, version }, at) => {
    const before = ended[at - 1]?.version;
    return before === undefined || before === version ? [] : [{ night, startedAt, version }];
  });
};
