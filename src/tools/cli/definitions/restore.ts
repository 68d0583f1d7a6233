import { defineCommand, type OptionsOf } from "../definition.ts";
import { configOption, unusedStoreOption } from "./shared-options.ts";

export const restoreCommand = defineCommand({
  name: "restore",
  summary: "undo the writes of a run that was killed",
  description:
    "Restores the scratch records that a killed run has changed on live targets, from the journal that is kept for " +
    "each user and machine. No other run against these targets starts before that.",
  options: [
    configOption("configuration of that run"),
    unusedStoreOption,
    { flags: "--forget <id>", text: "drop this record from the journal instead; needs --settled-by-hand" },
    { flags: "--settled-by-hand", text: "confirm that you have restored the record of --forget by hand" },
  ],
});

export type RestoreCommandOptions = OptionsOf<typeof restoreCommand>;
