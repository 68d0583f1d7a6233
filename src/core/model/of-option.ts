import { UsageError } from "./usage-error.ts";

/** Reads the value of an option; errors are reported with the option's name. */
export const ofOption = <Value>(option: string, read: () => Value): Value => {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const { message, location, hint, others } = error;
    throw new UsageError(message, { option, location, hint, others });
  }
};
