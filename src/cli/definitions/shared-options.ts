/** Flags and text of an option, as Commander takes them. */
type OptionText = readonly [flags: string, text: string];

/** `--config` of a command that looks for a configuration itself; `what` tells whose it is. */
export const configOption = (what = "configuration"): OptionText => [
  "--config <file>",
  `${what} (default: tripact.config.yaml, .yml or .json, when there is one)`,
];

/** `--store` of a command that keeps something there. */
export const storeOption = (what = "where runs against live targets share their budget"): OptionText => [
  "--store <file>",
  `${what} (default: in the user's state folder)`,
];
