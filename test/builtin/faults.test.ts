import { expect, test } from "vitest";
import { type FaultRun, runWithFault } from "../../scripts/fault-run.ts";
import { faults } from "../../src/builtin/faults/generated/faults.ts";
import { facts } from "../../src/builtin/generated/registry.ts";
import { type Fault, grades } from "../../src/builtin/faults/fault.ts";
import { isNightly, someOf } from "../nightly.ts";

const allPlanted = (fact: string): readonly Fault[] => faults.filter((fault) => fault.fact === fact);

const plantsAll = process.env["TRIPACT_ALL_FAULTS"] !== undefined;

/**
 * The faults of a fact that a test run plants: the last of its subtlest grade, for every thirty-second fact, which keeps
 * the whole within the time of a test run. All of them with TRIPACT_ALL_FAULTS=1; `npm run faults` plants all in any case.
 */
const planted = (fact: string): readonly Fault[] => {
  const all = allPlanted(fact);
  if (plantsAll) return all;
  return grades.flatMap((grade) => all.findLast((fault) => fault.grade === grade) ?? []).slice(-1);
};

/** In a usual run, more donors and sequences are for what nothing else has found. */
const runFor = async (fault: Fault): Promise<FaultRun> => {
  const first =
    plantsAll || isNightly ? undefined : await runWithFault(fault, { explorations: false, donors: 12 });
  return first?.found === true ? first : runWithFault(fault);
};

const breakable = facts.filter(({ see }) => see !== "static").map(({ id }) => id);

// The examples of the checks hold every fact in any case.
test.each(plantsAll ? breakable : someOf(breakable, 32))(
  "%s is broken in more than one way, each found and blamed on it alone",
  async (fact) => {
    expect(allPlanted(fact).length).toBeGreaterThanOrEqual(2);
    for (const fault of planted(fact)) {
      const { found, by, astray } = await runFor(fault);
      expect({ fault: fault.id, found, astray }).toEqual({ fault: fault.id, found: true, astray: [] });
      expect(by.length).toBeGreaterThan(0);
    }
  },
);

test("no two faults have the same id", () => {
  expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
});

test("no fact is broken grossly only", () => {
  const blunt = breakable.filter((fact) => allPlanted(fact).every(({ grade }) => grade === "gross"));
  expect(blunt).toEqual([]);
});
