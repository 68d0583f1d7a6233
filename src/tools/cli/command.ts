import { type Command, Option } from "commander";
import { assertWritable } from "../../harness/output/write-file.ts";
import { UsageError } from "../../harness/model/usage-error.ts";
import { codeOfVerdict, exitCodes } from "../../harness/runner/exit-code.ts";
import { suggestion } from "../../harness/output/suggest.ts";
import { assertApart, type FileUse } from "./file-uses.ts";
import type { CliIo } from "./io.ts";

/** The exit code of each verdict of the library. */
export const verdictCodes = {
  ...codeOfVerdict,
  complete: exitCodes.conformant,
  declined: exitCodes.conformant,
  sound: exitCodes.conformant,
  wrong: exitCodes.usage,
} as const;

/** Options that every command takes. */
export interface CommonOptions {
  readonly json?: boolean;
  readonly color: boolean;
  readonly quiet?: boolean;
}

/** A word that completes the command line, and what it means. */
export type Choice = readonly [word: string, meaning: string];

/** What an option is read in. */
export interface Reading {
  /** `--seed` */
  readonly flag: string;
  readonly io: CliIo;
  readonly common: CommonOptions;
  /** Whether the command line has the option of this name, too. */
  isGiven(name: string): boolean;
  /** Values of the options before this one. */
  readonly before: Readonly<Record<string, unknown>>;
}

/** Files that a command reads and writes; the frame holds them apart. */
export interface Files {
  readonly inputs?: readonly FileUse[];
  readonly outputs?: readonly FileUse[];
  readonly store?: FileUse;
}

/** An option that knows what it is. `Always`: whether there is a value without it. */
export interface OptionKind<Value, Always extends boolean = boolean> {
  readonly text: string;
  /** Its flag without the dashes, where it is not made of the name that the library gives it. */
  readonly flag?: string;
  /** What stands for its value in help; absent for a switch. */
  readonly value?: string;
  readonly default?: string;
  /** All values that it may have. */
  readonly choices?: readonly string[];
  /** Whether it may be given more than once. */
  readonly many?: true;
  readonly always: Always;
  /** @throws UsageError */
  read(texts: readonly string[], reading: Reading): Value | undefined | Promise<Value | undefined>;
  /** What it is without being given; absent where it is nothing then. */
  absent?(reading: Reading): Value | undefined | Promise<Value | undefined>;
  files?(value: Value, reading: Reading): Files | Promise<Files>;
  complete?(): Promise<readonly Choice[]>;
}

export interface Operand {
  /** As Commander takes them: `<file>`, `[files...]`. */
  readonly name: `<${string}>` | `[${string}]`;
  readonly text: string;
  /** What the words name, as files that are read. */
  files?(words: readonly string[], io: CliIo): Promise<readonly FileUse[]>;
  complete?(): Promise<readonly Choice[]>;
}

/** `--min-facts` of `minFacts`, unless the option has a flag of its own. */
export const flagOf = (name: string, { flag }: { readonly flag?: string } = {}): string =>
  `--${flag ?? name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

type AnyOptions = Readonly<Record<string, OptionKind<unknown>>>;

type ValueOf<One> = One extends { read(...of: never): infer Value }
  ? Exclude<Awaited<Value>, undefined>
  : never;

type AlwaysIn<All extends AnyOptions> = {
  [Name in keyof All]: All[Name]["always"] extends true ? Name : never;
}[keyof All];

/** What a command is handed: its options by the names that the library gives them. */
export type ValuesOf<All extends AnyOptions> = CommonOptions & {
  readonly [Name in AlwaysIn<All>]: ValueOf<All[Name]>;
} & { readonly [Name in Exclude<keyof All, AlwaysIn<All>>]?: ValueOf<All[Name]> };

/** A command: its options and one call. Whatever the call needs is loaded in `run`, so that help is fast. */
export interface CommandDefinition<All extends AnyOptions = AnyOptions> {
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  readonly hidden?: true;
  readonly operands?: readonly Operand[];
  readonly options?: All;
  /** Commands below it. */
  readonly commands?: readonly CommandDefinition[];
  /** Resolves to the exit code. @throws UsageError */
  run(options: ValuesOf<All>, io: CliIo, ...operands: string[]): Promise<number>;
}

/** A command that only holds others. */
export interface CommandGroup extends Pick<CommandDefinition, "name" | "summary" | "description"> {
  readonly commands: readonly CommandDefinition[];
}

/** Keeps the kinds of the options, from which the types of their values are made. */
export const command = <const All extends AnyOptions = Readonly<Record<never, never>>>(
  definition: CommandDefinition<All>,
): CommandDefinition => definition as unknown as CommandDefinition;

/** Runs the action of a command that was parsed. */
export type Dispatch = (act: (io: CliIo) => Promise<number>) => Promise<void>;

/** Gathers the values of an option that may be given more than once. */
const collect = (value: string, previous: readonly string[] | undefined): readonly string[] => [
  ...(previous ?? []),
  value,
];

const optionOf = (name: string, kind: OptionKind<unknown>): Option => {
  const { value, text, default: usual, choices, many } = kind;
  const option = new Option(`${flagOf(name, kind)}${value === undefined ? "" : ` <${value}>`}`, text);
  if (usual !== undefined) option.default(usual);
  if (choices !== undefined) option.choices([...choices]);
  if (many === true) option.argParser(collect);
  return option;
};

/** Reports a word that is no command below this one, in the form of the library. */
const refuseUnknown = (parsed: Command, word: string): never => {
  const names = parsed.commands.map((one) => one.name());
  const near = suggestion(word, names);
  return parsed.error(`unknown command '${word}'${near === undefined ? "" : ` (did you mean ${near}?)`}`, {
    code: "commander.unknownCommand",
  });
};

/** Refuses what the command above takes and this one does not: the library reads either's options on both sides. */
const refuseForeign = (parsed: Command): void => {
  const { parent } = parsed;
  const own = new Set(parsed.options.map(({ long }) => long));
  const isForeign = (option: Option): boolean =>
    !own.has(option.long) && parent?.getOptionValueSource(option.attributeName()) === "cli";
  const foreign = parent?.parent === null ? undefined : parent?.options.find(isForeign);
  if (foreign !== undefined)
    parsed.error(`unknown option '${foreign.long ?? foreign.flags}'`, { code: "commander.unknownOption" });
};

/** Commander names an option by its flag: `dryRun` of `--dry-run`. */
const attributeOf = (name: string, kind?: OptionKind<unknown>): string =>
  flagOf(name, kind)
    .slice(2)
    .replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** Values as Commander has parsed them, by its names. */
type Parsed = Readonly<Record<string, unknown>> & CommonOptions;

/** Whether an option was given, by the name that the library gives it. */
const givenIn =
  (parsed: Parsed, options: AnyOptions): Reading["isGiven"] =>
  (name) =>
    parsed[attributeOf(name, options[name])] !== undefined;

const otherFolder = "another folder with XDG_STATE_HOME";

/** An error of the library in the words of the command line: `facts` is `--fact` here. */
const inFlags = (error: UsageError, options: AnyOptions, isGiven: Reading["isGiven"]): UsageError => {
  const flag = (name: string): string => flagOf(name, options[name]);
  const words = (text: string): string => text.replaceAll(/`([a-z]\w*)`/gi, (_, name) => flag(String(name)));
  const { message, option, location, hint, others } = error;
  // Whoever names no store has the one in the state folder.
  const fix = isGiven("store") ? hint : hint?.replace(/another file with [`-]*store`?/, otherFolder);
  return new UsageError(words(message), {
    option: option === undefined ? undefined : flag(option),
    location,
    hint: fix === undefined ? undefined : words(fix),
    others: others.map((one) => inFlags(one, options, isGiven)),
  });
};

/** Reads every option, holds the files of the command apart, and finds out whether its outputs can be written. */
const valuesOf = async (
  { options = {}, operands = [] }: CommandDefinition,
  given: Parsed,
  words: readonly string[],
  io: CliIo,
): Promise<Readonly<Record<string, unknown>>> => {
  const { json, color, quiet } = given;
  const common = {
    color,
    ...(json === undefined ? {} : { json }),
    ...(quiet === undefined ? {} : { quiet }),
  };
  const isGiven = givenIn(given, options);
  const before: Record<string, unknown> = {};
  const files: Files[] = [];
  for (const [name, kind] of Object.entries(options)) {
    const reading: Reading = { flag: flagOf(name, kind), io, common, before, isGiven };
    const raw = given[attributeOf(name, kind)];
    const texts = raw === undefined || raw === true ? [] : [raw].flat().map(String);
    const value = raw === undefined ? await kind.absent?.(reading) : await kind.read(texts, reading);
    if (value === undefined) continue;
    before[name] = value;
    files.push((await kind.files?.(value, reading)) ?? {});
  }
  for (const { files: named } of operands) files.push({ inputs: (await named?.(words, io)) ?? [] });
  const isNew = ({ role }: FileUse): number => (role === "baseline" ? 1 : 0);
  const outputs = files
    .flatMap((one) => one.outputs ?? [])
    .toSorted((one, other) => isNew(one) - isNew(other));
  const store = files.find((one) => one.store !== undefined)?.store;
  if (outputs.length > 0 || store !== undefined) {
    const replaced = outputs.find(({ role }) => role === "baseline")?.path;
    const inputs = files
      .flatMap((one) => one.inputs ?? [])
      .filter(({ role, path }) => role !== "baseline" || path !== replaced);
    assertApart({ outputs, inputs, store }, io);
    for (const { path, isAppended, isOpenedLater } of outputs)
      if (isAppended !== true && isOpenedLater !== true) await assertWritable(path);
  }
  return { ...common, ...before };
};

/** Adds a command, or a group with those below it, to the one above it. */
export const addCommand = (
  parent: Command,
  dispatch: Dispatch,
  definition: CommandDefinition | CommandGroup,
): void => {
  if (!("run" in definition)) {
    const { name, summary, description = "", commands } = definition;
    const holder = parent.command(name).summary(summary).description(description).helpCommand(false);
    for (const one of commands) addCommand(holder, dispatch, one);
    return;
  }
  const {
    name,
    summary,
    description = "",
    hidden = false,
    operands = [],
    options = {},
    commands = [],
  } = definition;
  const parsed = parent
    .command(name, { hidden })
    .summary(summary)
    .description(description)
    .helpCommand(false);
  for (const operand of operands) parsed.argument(operand.name, operand.text);
  for (const [key, kind] of Object.entries(options)) parsed.addOption(optionOf(key, kind));
  for (const one of commands) addCommand(parsed, dispatch, one);
  // What follows may be a command below, mistyped: its action says so. Set last, since commands below inherit it.
  if (commands.length > 0) parsed.allowExcessArguments();
  parsed.action(async (...args: unknown[]) => {
    const [word] = parsed.args;
    if (word !== undefined && operands.length === 0) refuseUnknown(parsed, word);
    refuseForeign(parsed);
    // Operands of one argument that takes several come as a list.
    const words = args.flat().filter((one): one is string => typeof one === "string");
    const given: Parsed = parsed.optsWithGlobals();
    await dispatch(async (io) => {
      try {
        const values = await valuesOf(definition, given, words, io);
        // Each option was read by the kind that its definition gives it.
        return await definition.run(values as never, io, ...words);
      } catch (error) {
        throw error instanceof UsageError ? inFlags(error, options, givenIn(given, options)) : error;
      }
    });
  });
};
