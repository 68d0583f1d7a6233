import type {
  AskedHistory,
  Drift,
  DriftHistory,
  FieldHistory,
  HistoryRelease,
  RunSummary,
} from "../model/drift.ts";

/** Where the version of tripact changed from one run to the next. */
export const releasesIn = (nights: readonly RunSummary[]): readonly HistoryRelease[] => {
  const ended = nights.filter(({ night }) => night > 0);
  return ended.flatMap(({ night, startedAt, version }, at) => {
    const before = ended[at - 1]?.version;
    return before === undefined || before === version ? [] : [{ night, startedAt, version }];
  });
};

/** The runs of a history that began on a day or later. */
export const historySince = (history: DriftHistory, since: string): DriftHistory => {
  const isMeant = ({ startedAt }: { readonly startedAt: string }): boolean => startedAt >= since;
  return {
    ...history,
    nights: history.nights.filter(isMeant),
    operations: history.operations
      .map(({ operation, nights }) => ({ operation, nights: nights.filter(isMeant) }))
      .filter(({ nights }) => nights.length > 0),
  };
};

const isAbout = (drift: Drift, fields: readonly FieldHistory[]): boolean =>
  fields.some(
    ({ operation, status, pointer }) =>
      drift.operation === operation && drift.status === status && drift.pointer === pointer,
  );

/** What a history says of one operation, and of some of its fields where they are chosen. */
export const historyOf = (
  history: DriftHistory,
  operation: string,
  fields: readonly FieldHistory[],
  isChosen: boolean,
): AskedHistory => {
  const drift = history.drift.filter((one) =>
    isChosen ? isAbout(one, fields) : one.operation === operation,
  );
  const shown = new Set(drift.map(({ fingerprint }) => fingerprint));
  return {
    ...history,
    operations: history.operations.filter((one) => one.operation === operation),
    drift,
    groups: history.groups.filter(({ changes }) => changes.some((one) => shown.has(one))),
    releases: releasesIn(history.nights),
    fields,
  };
};
