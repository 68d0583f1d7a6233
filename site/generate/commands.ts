import type { Command, Option } from "commander";
import { createProgram } from "../../src/entrypoints/cli/program.ts";
import type { CliIo } from "../../src/entrypoints/cli/io.ts";
import { code, type Page, plain, type Section, table } from "./page.ts";

const noOutput = { write: () => undefined, columns: 100, isTTY: false };

// Help is never printed: the definitions alone are read.
const program = (): Promise<Command> =>
  createProgram(
    { stdout: noOutput, stderr: noOutput } as unknown as CliIo,
    () => "",
    async () => undefined,
  );

const optionRow = ({ flags, description, defaultValue, argChoices }: Option): readonly string[] => [
  code(flags),
  [
    plain(description),
    ...(argChoices === undefined ? [] : [`one of ${argChoices.map(code).join(", ")}`]),
    ...(typeof defaultValue === "string" ? [`default ${code(defaultValue)}`] : []),
  ].join("; "),
];

const shownOptions = (command: Command): readonly Option[] => command.options.filter(({ hidden }) => !hidden);

const usageOf = (path: string, command: Command): string =>
  [
    path,
    ...command.registeredArguments.map((one) => {
      const name = `${one.name()}${one.variadic ? "…" : ""}`;
      return one.required ? `<${name}>` : `[${name}]`;
    }),
    ...(command.options.length > 0 ? ["[options]"] : []),
  ].join(" ");

const sectionOf = (path: string, command: Command, depth: number): string => {
  const operands = command.registeredArguments.map((one) => [code(one.name()), plain(one.description)]);
  const options = shownOptions(command).map(optionRow);
  return [
    `${"#".repeat(depth)} ${path}`,
    plain(command.description() || command.summary()),
    `\`\`\`sh\n${usageOf(path, command)}\n\`\`\``,
    ...(operands.length > 0 ? [table(["operand", "meaning"], operands)] : []),
    ...(options.length > 0 ? [table(["option", "meaning"], options)] : []),
    ...command.commands.map((inner) => sectionOf(`${path} ${inner.name()}`, inner, depth + 1)),
  ].join("\n\n");
};

const pageOf = (command: Command): Page => ({
  path: `commands/${command.name()}`,
  title: command.name(),
  text: `${sectionOf(`tripact ${command.name()}`, command, 1)}\n`,
});

/** Every command from its definition. */
export const commandSection = async (): Promise<Section> => {
  const whole = await program();
  const shown = whole.createHelp().visibleCommands(whole);
  return { title: "Commands", pages: shown.map(pageOf), isOpen: false };
};
