import { defineCommand, type OptionsOf } from "../definition.ts";
import { configOption, unusedStoreOption } from "./shared-options.ts";

export const restoreCommand = defineCommand({
  name: "restore",
  summary: "put back what a run that was killed has changed",
  description:
    "Puts the scratch records back that a run against live targets has written to and could not put back itself, " +
    "from the journal that is kept for each user and machine. Until that is done no other run starts.",
  options: [
    configOption("configuration of that run"),
    unusedStoreOption,
    { flags: "--forget <id>", text: "take a record out of the journal instead; needs --settled-by-hand" },
    { flags: "--settled-by-hand", text: "confirms that somebody has put the record of --forget right" },
  ],
});

export type RestoreCommandOptions = OptionsOf<typeof restoreCommand>;
