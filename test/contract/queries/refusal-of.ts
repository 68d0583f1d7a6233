import { UsageError } from "../../../src/harness/model/usage-error.ts";

/** The sentence with which something was refused, its place and hint included. */
export const refusalOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof UsageError) return error.line;
    throw error;
  }
  throw new Error("it was not refused");
};
