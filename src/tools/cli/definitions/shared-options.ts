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

/** Consumers by whose use changes and findings are judged. */
export const usageOptions = [
  {
    flags: "--usage <file>",
    text: "judge by what a consumer uses, as tripact usage wrote it; repeat it for more consumers",
    many: true,
  },
  { flags: "--only-used", text: "with --usage: fail on nothing that no consumer uses" },
] as const;

/** Of commands that accept changes. */
export const acceptanceOptions = [
  {
    flags: "--until <date>",
    text: "accept for now: the first run on this day or later reports it again, for example 2027-01-31",
  },
  { flags: "--note <text>", text: "why, kept in the store" },
  { flags: "--by <name>", text: "who, kept in the store" },
] as const;
