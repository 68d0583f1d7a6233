import { defineCommand } from "../definition.ts";

export const helpCommand = defineCommand({
  name: "help",
  summary: "print help for a command",
  description: "Prints what tripact COMMAND --help prints; without a command, the list of all.",
  operands: [{ name: "[command...]", text: "for example check, or drift accept" }],
});
