import { faults } from "../../../src/generated/faults.ts";
import type { Fault, Grade } from "../../../src/sandbox/faults/fault.ts";

const grades: readonly Grade[] = ["gross", "structural", "behavioural"];

/** Every planted fault of a fact. */
export const allPlanted = (fact: string): readonly Fault[] => faults.filter((fault) => fault.fact === fact);

/**
 * The faults of a fact that a test run plants: the last of each of its two subtlest grades, which keeps the whole
 * within the time of a test run. All of them with TRIPACT_ALL_FAULTS=1; `npm run faults` plants all in any case.
 */
export const planted = (fact: string): readonly Fault[] => {
  const all = allPlanted(fact);
  if (process.env["TRIPACT_ALL_FAULTS"] !== undefined) return all;
  return grades.flatMap((grade) => all.findLast((fault) => fault.grade === grade) ?? []).slice(-2);
};
