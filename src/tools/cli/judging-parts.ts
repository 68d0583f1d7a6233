import { loadValidators, validation } from "../../contract/validation.ts";
import { operations } from "../../contract/generated/operations.ts";
import type { RunOptions } from "../../harness/runner/run.ts";

/** What the documents say of a call and its answer, compiled. */
export const loadJudgingParts = async (): Promise<Pick<RunOptions, "operations" | "validation">> => {
  await loadValidators();
  return { operations, validation };
};
