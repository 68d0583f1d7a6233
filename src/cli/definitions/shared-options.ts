/** Flags and text of an option, as Commander takes them. */
type OptionText = readonly [flags: string, text: string];

/** `--config` of a command that looks for a configuration itself; `what` tells whose it is. */
export const configOption = (what = "configuration"): OptionText => [
  "--config <file>",
  `${what} (default: tripact.config.yaml, .yml or .json, when there is one)`,
];

/** `--store` of a command that once counted its budget there. */
export const unusedStoreOption: OptionText = [
  "--store <file>",
  "no longer used: the budget and the journal are kept for each user and machine",
];

/** `--store` of a command that keeps something there. */
export const storeOption = (what: string): OptionText => [
  "--store <file>",
  `${what} (default: in the user's state folder)`,
];
