import { operations } from "../generated/operations.ts";
import type { RunOptions } from "../runner/run.ts";
import { instances } from "../validation/model-instances.ts";
import { loadValidators, validateModel, validateResponse } from "../validation/validate.ts";

/** What the documents say of a call and its answer, compiled. */
export const loadJudgingParts = async (): Promise<Pick<RunOptions, "operations" | "validation">> => {
  await loadValidators();
  return { operations, validation: { validateResponse, validateModel, instances } };
};
