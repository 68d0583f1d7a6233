import { defineCommand } from "../definition.ts";

export const completionCommand = defineCommand({
  name: "completion",
  summary: "print the script that completes commands, options and ids",
  description:
    "Prints a script that completes commands, options and the ids of facts, checks and faults. Load it in the " +
    "start-up file of your shell. For bash: source <(tripact completion bash)",
  operands: [{ name: "<shell>", text: "bash, zsh, fish or powershell" }],
});

export const completeCommand = defineCommand({
  name: "complete",
  summary: "called by the completion scripts",
  hidden: true,
  operands: [{ name: "[words...]", text: "the command line so far" }],
});
