import { UsageError } from "../src/core/model/usage-error.ts";

/** The error with which something is refused; anything but a UsageError fails the test. */
export const usageErrorOf = (work: () => unknown): UsageError => {
  try {
    work();
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
};
