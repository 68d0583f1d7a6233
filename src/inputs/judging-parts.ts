import { contract } from "./contract.ts";
import { loadValidators, validation } from "../builtin/validation.ts";
import type { RunOptions } from "../core/run/run-options.ts";

export type JudgingParts = Pick<RunOptions, "contract" | "validation" | "observers">;

/** The parts with which every run judges, with the validators loaded. */
export const loadJudgingParts = async (): Promise<JudgingParts> => {
  await loadValidators();
  return { contract, validation, observers: contract.observers };
};
