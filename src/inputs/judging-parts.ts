import type { Contract } from "../core/model/contract.ts";
import type { RunOptions } from "../core/run/run-options.ts";
import { meaningOf, type TrafficMeaning } from "./meaning.ts";
import { validationOf } from "../core/validation/validation.ts";

export interface JudgingParts extends Pick<RunOptions, "contract" | "validation" | "observers"> {
  readonly meaning: TrafficMeaning;
}

/** The parts with which every run of a contract judges, with the validators loaded. */
export const loadJudgingParts = async (contract: Contract): Promise<JudgingParts> => {
  await contract.load?.();
  return {
    contract,
    validation: validationOf(contract),
    observers: contract.observers,
    meaning: meaningOf(contract),
  };
};
