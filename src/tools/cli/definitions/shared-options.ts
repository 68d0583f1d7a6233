/** `--config` of a command that looks for a configuration itself; `what` says whose it is. */
export const configOption = (what = "configuration") =>
  ({
    flags: "--config <file>",
    text: `${what} (default: tripact.config.yaml, .yml or .json, when there is one)`,
  }) as const;

/** `--store` of a command that once kept its budget there. */
export const unusedStoreOption = {
  flags: "--store <file>",
  text: "no longer used: the budget and the journal are kept for each user and machine",
} as const;

/** `--store` of a command that keeps something there. */
export const storeOption = (what: string) =>
  ({ flags: "--store <file>", text: `${what} (default: in the user's state folder)` }) as const;

/** What must be judged for a run to count. */
export const requirementOptions = [
  { flags: "--min-facts <number>", text: "exit with 3 unless at least so many facts were judged" },
  { flags: "--require <ids>", text: "exit with 3 unless these facts were judged", many: true },
] as const;
