import type { Command } from "commander";
import { addCommand, type Dispatch } from "../command.ts";
import { configOption, unusedStoreOption } from "./shared-options.ts";

export const addRestore = (program: Command, dispatch: Dispatch): void => {
  addCommand(program, dispatch, "restore", async () => (await import("../commands/restore.ts")).restore)
    .summary("put back what a run that was killed has changed")
    .description(
      "Puts the scratch records back that a run against live targets has written to and could not put back itself, " +
        "from the journal that is kept for each user and machine. Until that is done no other run starts.",
    )
    .option(...configOption("configuration of that run"))
    .option(...unusedStoreOption)
    .option("--forget <id>", "take a record out of the journal instead; needs --settled-by-hand")
    .option("--settled-by-hand", "confirms that somebody has put the record of --forget right");
};
