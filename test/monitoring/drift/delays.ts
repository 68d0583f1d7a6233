import type { DriftReport } from "../../../src/core/model/drift.ts";
import { createWitness, type Json, ofItems, without } from "./alterations.ts";
import { type Alter, simulateMonth } from "./month.ts";

const donors = /\/api\/Donor\/list$/i;

const ofDonors = (change: (item: Json) => Json): Alter => ofItems(donors, change);

const isThird = ({ id }: Json): boolean => typeof id === "number" && id % 3 === 0;

const ofAThird =
  (change: (item: Json) => Json) =>
  (item: Json): Json =>
    isThird(item) ? change(item) : item;

/** What a platform may change of a record: in all of them, or in a third. */
export const changes = {
  "a field gone": { kind: "field-removed", alter: ofDonors(without("isTestMode")) },
  "a field new": { kind: "field-added", alter: ofDonors((item) => ({ ...item, nickname: "x" })) },
  "another type": { kind: "type-changed", alter: ofDonors((item) => ({ ...item, name: 7 })) },
  "null for some": {
    kind: "null-appeared",
    alter: ofDonors(ofAThird((item) => ({ ...item, createdDate: null }))),
  },
  "a field gone from some": { kind: "presence-dropped", alter: ofDonors(ofAThird(without("name"))) },
} as const satisfies Record<string, { readonly kind: string; readonly alter: Alter }>;

export interface DelayOptions {
  readonly change: keyof typeof changes;
  readonly donors: number;
  /** Of the sandbox's records. */
  readonly organization: number;
  /** From which run on the change is there. */
  readonly from: number;
  readonly runs: number;
  readonly checks?: readonly string[];
}

/**
 * How many runs after the first that was shown a change report it; undefined where none does, or none was shown it.
 */
export const delayOf = async ({
  change,
  donors: count,
  organization,
  from,
  runs,
  checks,
}: DelayOptions): Promise<number | undefined> => {
  const { kind, alter } = changes[change];
  const witness = createWitness();
  const isReported = ({ results }: DriftReport): boolean =>
    results.some(({ drift }) => drift.some((one) => one.kind === kind && one.state === "new"));
  const { reports } = await simulateMonth({
    runs,
    records: organization,
    scale: () => count,
    seed: (run) => 1000 * organization + run,
    alter: (run) => (run < from ? [] : [witness.watch(kind, alter, run)]),
    isLast: isReported,
    ...(checks === undefined ? {} : { checks }),
  });
  const shown = witness.firstRun(kind);
  const reported = reports.findIndex(isReported);
  return shown === undefined || reported < 0 ? undefined : reported + 1 - shown;
};
