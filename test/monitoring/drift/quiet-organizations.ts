import type { DriftReport } from "../../../src/core/model/drift.ts";
import { simulateMonth } from "./month.ts";

/** What the runs of organizations came to where the platform did not change. */
export interface QuietRuns {
  readonly runs: number;
  /** Runs that reported something all the same, and what. */
  readonly mistaken: readonly string[];
  /** Of those, how many reported it as confirmed and breaking. */
  readonly failing: number;
}

/** Donors at first: most organizations are small. */
const sizes = [250, 5, 12, 25, 60, 120] as const;

/** An organization grows by one in a hundred every third run. */
const scaleOf = (organization: number) => {
  const first = sizes[(organization + 1) % sizes.length] ?? 5;
  return (run: number): number => Math.ceil(first * (1 + 0.03 * Math.floor(run / 3)));
};

const mistakesIn = ({ results }: DriftReport): readonly DriftReport["results"][number]["groups"][number][] =>
  results.flatMap(({ groups }) => groups.filter(({ state }) => state === "new" || state === "back"));

/** Runs of an organization of its own records, whose data grows and whose platform stays as it is. */
export const simulateQuiet = async (organization: number, runs: number): Promise<QuietRuns> => {
  const { reports } = await simulateMonth({
    runs,
    alter: () => [],
    records: organization,
    scale: scaleOf(organization),
    seed: (run) => 1000 * organization + run,
  });
  const mistaken = reports.flatMap((report, at) => {
    const groups = mistakesIn(report);
    if (groups.length === 0) return [];
    const what = groups.map(({ kind, title, confidence }) => `${kind} (${confidence}): ${title}`);
    return [`organization ${organization}, run ${at + 1}: ${what.join("; ")}`];
  });
  const failing = reports.filter((report) => mistakesIn(report).some(({ severity }) => severity === "error"));
  return { runs, mistaken, failing: failing.length };
};
