import { contract } from "../contract/contract.ts";
import { loadValidators, validation } from "../contract/validation.ts";
import type { RunOptions } from "../harness/runner/run-options.ts";

export type JudgingParts = Pick<RunOptions, "contract" | "validation" | "observers">;

/** The parts with which every run judges, with the validators loaded. */
export const loadJudgingParts = async (): Promise<JudgingParts> => {
  await loadValidators();
  return { contract, validation, observers: contract.observers };
};
