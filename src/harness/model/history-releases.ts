import type { HistoryRelease, RunSummary } from "./drift.ts";

/** Where the version of tripact changed from one run to the next. */
export const releasesIn = (nights: readonly RunSummary[]): readonly HistoryRelease[] => {
  const ended = nights.filter(({ night }) => night > 0);
  return ended.flatMap(({ night, startedAt, version }, at) => {
    const before = ended[at - 1]?.version;
    return before === undefined || before === version ? [] : [{ night, startedAt, version }];
  });
};
