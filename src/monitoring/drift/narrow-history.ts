import type { AskedHistory, Drift, DriftHistory, FieldHistory } from "../../core/model/drift.ts";
import { releasesIn } from "../../core/model/drift-releases.ts";

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

/** The history of one operation, and of selected fields. */
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
