import type { Command } from "commander";
import { addCommand, type Dispatch } from "../command.ts";

export const addCompletion = (program: Command, dispatch: Dispatch): void => {
  addCommand(
    program,
    dispatch,
    "completion",
    async () => (await import("../commands/completion.ts")).completionScript,
  )
    .argument("<shell>", "bash, zsh, fish or powershell")
    .summary("print the script that completes commands, options and ids")
    .description(
      "Prints a script for the shell's start-up file, which completes commands, options and the ids of facts, " +
        "checks and faults. For bash: source <(tripact completion bash)",
    );
  const hidden = addCommand(
    program,
    dispatch,
    "complete",
    async () => (await import("../commands/completion.ts")).complete,
    { hidden: true },
  );
  hidden.argument("[words...]", "the command line so far").summary("asked by the scripts of completion");
};
