import type { Command } from "commander";

/** `tripact drift accept` */
export const nameOf = (command: Command): string =>
  command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;

/** The help of a command for programs. */
export const helpJson = (command: Command): object => {
  const help = command.createHelp();
  return {
    command: nameOf(command),
    summary: command.summary(),
    description: command.description(),
    operands: command.registeredArguments.map((one) => ({
      name: one.name(),
      text: one.description,
      required: one.required,
      many: one.variadic,
    })),
    options: [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)].map((one) => ({
      flags: one.flags,
      text: one.description,
      ...(typeof one.defaultValue === "string" ? { default: one.defaultValue } : {}),
      ...(one.argChoices === undefined ? {} : { choices: one.argChoices }),
    })),
    commands: help.visibleCommands(command).map((one) => ({ name: one.name(), summary: one.summary() })),
  };
};
