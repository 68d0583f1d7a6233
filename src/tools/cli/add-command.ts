import { type Command, Option } from "commander";
import { suggestion } from "../../harness/output/suggest.ts";
import type { CommandDefinition, OptionDefinition, OptionsOf } from "./definition.ts";
import type { CliIo } from "./io.ts";

/** What a command does once it was parsed. Resolves to the exit code. */
export type Action<Options> = (options: Options, io: CliIo, ...operands: string[]) => Promise<number>;

/** Runs the action of a command that was parsed. */
export type Dispatch = (act: (io: CliIo) => Promise<number>) => Promise<void>;

/** Gathers the values of an option that may be given more than once. */
const collect = (value: string, previous: readonly string[] | undefined): readonly string[] => [
  ...(previous ?? []),
  value,
];

const optionOf = ({ flags, text, default: usual, choices, many }: OptionDefinition): Option => {
  const option = new Option(flags, text);
  if (usual !== undefined) option.default(usual);
  if (choices !== undefined) option.choices(choices);
  if (many === true) option.argParser(collect);
  return option;
};

/** Adds a command that only holds others. */
export const addGroup = (parent: Command, { name, summary, description = "" }: CommandDefinition): Command =>
  parent.command(name).summary(summary).description(description).helpCommand(false);

/** Reports a word that is no command below this one, in the form of the library. */
const refuseUnknown = (command: Command, word: string): never => {
  const names = command.commands.map((one) => one.name());
  const near = suggestion(word, names);
  return command.error(`unknown command '${word}'${near === undefined ? "" : ` (did you mean ${near}?)`}`, {
    code: "commander.unknownCommand",
  });
};

/** Refuses what the command above takes and this one does not: the library reads either's options on both sides. */
const refuseForeign = (command: Command): void => {
  const { parent } = command;
  const own = new Set(command.options.map(({ long }) => long));
  const isForeign = (option: Option): boolean =>
    !own.has(option.long) && parent?.getOptionValueSource(option.attributeName()) === "cli";
  const foreign = parent?.parent === null ? undefined : parent?.options.find(isForeign);
  if (foreign !== undefined)
    command.error(`unknown option '${foreign.long ?? foreign.flags}'`, { code: "commander.unknownOption" });
};

/** Adds a command whose code is loaded only when it is called. */
export const addCommand = <const One extends CommandDefinition>(
  parent: Command,
  dispatch: Dispatch,
  definition: One,
  load: () => Promise<Action<OptionsOf<One>>>,
): Command => {
  const { name, summary, description = "", hidden = false, operands = [], options = [] } = definition;
  const command = parent.command(name, { hidden }).summary(summary).description(description);
  for (const operand of operands) command.argument(operand.name, operand.text);
  for (const option of options) command.addOption(optionOf(option));
  return command.action(async (...given: unknown[]) => {
    const [word] = command.args;
    if (word !== undefined && operands.length === 0) refuseUnknown(command, word);
    refuseForeign(command);
    // Operands of one argument that takes several come as a list.
    const texts = given.flat().filter((one): one is string => typeof one === "string");
    // Commander gives each option the name and the type that its flags have in the definition.
    const values = command.optsWithGlobals() as OptionsOf<One>;
    await dispatch(async (io) => (await load())(values, io, ...texts));
  });
};
