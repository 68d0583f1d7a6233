import type { WordChoice } from "../../core/output/options.ts";
import { type Command, Option } from "commander";
import { assertWritable } from "../../core/output/write-file.ts";
import type { Environment } from "../../core/model/environment.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import { codeOfVerdict, exitCodes } from "../../core/run/exit-code.ts";
import { suggestion } from "../../core/output/suggest.ts";
import { assertApart, type FileUse } from "./file-uses.ts";
import { type CliIo, environment } from "./io.ts";

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

const commonNames: readonly string[] = ["json", "color", "quiet"] satisfies (keyof CommonOptions)[];

/**
 * What a command passes to a function of the library: its options without the common ones, and where it runs.
 * @param own options of the command that the function does not have
 */
export const asked = <Given extends CommonOptions, Own extends keyof Given = never>(
  given: Given,
  io: CliIo,
  ...own: readonly Own[]
): Omit<Given, Own | keyof CommonOptions> & Environment => {
  const left: readonly PropertyKey[] = [...commonNames, ...own];
  const others = Object.entries(given).filter(([name]) => !left.includes(name));
  // The other properties of `given`.
  return { ...(Object.fromEntries(others) as Omit<Given, Own | keyof CommonOptions>), ...environment(io) };
};

/** The options of these names that were given. */
export const picked = <Given extends object, Name extends keyof Given>(
  given: Given,
  ...names: readonly Name[]
): Pick<Given, Name> => {
  const wanted: readonly PropertyKey[] = names;
  // Properties of `given`; absent ones are optional there.
  return Object.fromEntries(Object.entries(given).filter(([name]) => wanted.includes(name))) as Pick<
    Given,
    Name
  >;
};

/** The context in which an option is read. */
export interface OptionReading {
  /** In the library: `seed` */
  readonly name: string;
  /** `--seed` */
  readonly flag: string;
  readonly io: CliIo;
  readonly common: CommonOptions;
  /** Whether the command line has the option of this name. */
  isGiven(name: string): boolean;
  /** Values of the preceding options. */
  readonly before: Readonly<Record<string, unknown>>;
}

/** Files that a command reads and writes; the frame ensures that they are distinct. */
export interface Files {
  readonly inputs?: readonly FileUse[];
  readonly outputs?: readonly FileUse[];
  readonly store?: FileUse;
}

/** An option that reads and describes itself. `Always`: whether it has a value when it is not given. */
export interface OptionKind<Value, Always extends boolean = boolean> {
  readonly text: string;
  /** Its flag without dashes, unless it derives from the library's name. */
  readonly flag?: string;
  /** Placeholder of its value in help; absent for a switch. */
  readonly value?: string;
  readonly default?: string;
  /** All allowed values. */
  readonly choices?: readonly string[];
  /** Whether it may be repeated. */
  readonly many?: true;
  readonly always: Always;
  /** @throws UsageError */
  read(texts: readonly string[], reading: OptionReading): Value | undefined | Promise<Value | undefined>;
  /** Value if the option is not given; absent if there is none. */
  absent?(reading: OptionReading): Value | undefined | Promise<Value | undefined>;
  files?(value: Value, reading: OptionReading): Files | Promise<Files>;
  complete?(): Promise<readonly WordChoice[]>;
}

export interface Operand {
  /** In Commander's notation: `<file>`, `[files...]`. */
  readonly name: `<${string}>` | `[${string}]`;
  readonly text: string;
  /** The words as files to be read. */
  files?(words: readonly string[], io: CliIo): Promise<readonly FileUse[]>;
  complete?(): Promise<readonly WordChoice[]>;
}

/** `--min-facts` for `minFacts`, unless the option has its own flag. */
export const flagOf = (name: string, { flag }: { readonly flag?: string } = {}): string =>
  `--${flag ?? name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

type AnyOptions = Readonly<Record<string, OptionKind<unknown>>>;

type ValueOf<One> = One extends { read(...of: never): infer Value }
  ? Exclude<Awaited<Value>, undefined>
  : never;

type AlwaysIn<All extends AnyOptions> = {
  [Name in keyof All]: All[Name]["always"] extends true ? Name : never;
}[keyof All];

/** Arguments of a command: its options under the library's names. */
export type ValuesOf<All extends AnyOptions> = CommonOptions & {
  readonly [Name in AlwaysIn<All>]: ValueOf<All[Name]>;
} & { readonly [Name in Exclude<keyof All, AlwaysIn<All>>]?: ValueOf<All[Name]> };

/** A command: its options and one call. `run` loads whatever the call needs, so that help is fast. */
export interface CommandDefinition<All extends AnyOptions = AnyOptions> {
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  readonly hidden?: true;
  readonly operands?: readonly Operand[];
  readonly options?: All;
  /** Subcommands. */
  readonly commands?: readonly CommandDefinition[];
  /** Resolves to the exit code. @throws UsageError */
  run(options: ValuesOf<All>, io: CliIo, ...operands: string[]): Promise<number>;
}

/** A command that only groups others. */
export interface CommandGroup extends Pick<CommandDefinition, "name" | "summary" | "description"> {
  readonly commands: readonly CommandDefinition[];
}

/** Keeps the literal types of the options, from which the types of their values derive. */
export const command = <const All extends AnyOptions = Readonly<Record<never, never>>>(
  definition: CommandDefinition<All>,
): CommandDefinition => definition as unknown as CommandDefinition;

/** Runs the action of a parsed command. */
export type Dispatch = (act: (io: CliIo) => Promise<number>) => Promise<void>;

/** Collects the values of a repeatable option. */
const collect = (value: string, previous: readonly string[] | undefined): readonly string[] => [
  ...(previous ?? []),
  value,
];

const optionOf = (name: string, kind: OptionKind<unknown>): Option => {
  const { value, text, default: usual, choices, many } = kind;
  const option = new Option(`${flagOf(name, kind)}${value === undefined ? "" : ` <${value}>`}`, text);
  // A switch of its own: Commander would take `--no-wait` for the opposite of `--wait`.
  option.negate = false;
  if (usual !== undefined) option.default(usual);
  if (choices !== undefined) option.choices([...choices]);
  if (many === true) option.argParser(collect);
  return option;
};

/** Reports an unknown subcommand in the form of the library's errors. */
const refuseUnknown = (parsed: Command, word: string): never => {
  const names = parsed.commands.map((one) => one.name());
  const near = suggestion(word, names);
  return parsed.error(`unknown command '${word}'${near === undefined ? "" : ` (did you mean ${near}?)`}`, {
    code: "commander.unknownCommand",
  });
};

/** Rejects options that belong to the parent command only: Commander accepts them for both. */
const refuseForeign = (parsed: Command): void => {
  const { parent } = parsed;
  const own = new Set(parsed.options.map(({ long }) => long));
  const isForeign = (option: Option): boolean =>
    !own.has(option.long) && parent?.getOptionValueSource(option.attributeName()) === "cli";
  const foreign = parent?.parent === null ? undefined : parent?.options.find(isForeign);
  if (foreign !== undefined)
    parsed.error(`unknown option '${foreign.long ?? foreign.flags}'`, { code: "commander.unknownOption" });
};

/** Commander names an option by its flag: `dryRun` for `--dry-run`. */
const attributeOf = (name: string, kind?: OptionKind<unknown>): string =>
  flagOf(name, kind)
    .slice(2)
    .replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** Parsed values, under Commander's names. */
type Parsed = Readonly<Record<string, unknown>> & CommonOptions;

/** Whether an option was given, by its name in the library. */
const givenIn =
  (parsed: Parsed, options: AnyOptions): OptionReading["isGiven"] =>
  (name) =>
    parsed[attributeOf(name, options[name])] !== undefined;

const otherFolder = "another folder with XDG_STATE_HOME";

/** An error of the library in the words of the command line: `facts` becomes `--fact`. */
const inFlags = (error: UsageError, options: AnyOptions, isGiven: OptionReading["isGiven"]): UsageError => {
  const flag = (name: string): string => flagOf(name, options[name]);
  const words = (text: string): string => text.replaceAll(/`([a-z]\w*)`/gi, (_, name) => flag(String(name)));
  const { message, option, location, hint, others } = error;
  // Without --store, the store is in the state folder.
  const fix = isGiven("store") ? hint : hint?.replace(/another file with [`-]*store`?/, otherFolder);
  return new UsageError(words(message), {
    option: option === undefined ? undefined : flag(option),
    location,
    hint: fix === undefined ? undefined : words(fix),
    others: others.map((one) => inFlags(one, options, isGiven)),
  });
};

const placeholdersOfFiles = ["file", "folder", "dir"];

/** An empty name would stand for the working directory. */
const refuseEmpty = (location: string, texts: readonly string[]): void => {
  if (texts.includes(""))
    throw new UsageError("names no file", { location, hint: "a variable in the command may be empty" });
};

/** Reads every option, ensures that the command's files are distinct, and checks that its outputs can be written. */
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
    const reading: OptionReading = { name, flag: flagOf(name, kind), io, common, before, isGiven };
    const raw = given[attributeOf(name, kind)];
    const texts = raw === undefined || raw === true ? [] : [raw].flat().map(String);
    if (placeholdersOfFiles.includes(kind.value ?? "")) refuseEmpty(reading.flag, texts);
    const value = raw === undefined ? await kind.absent?.(reading) : await kind.read(texts, reading);
    if (value === undefined) continue;
    before[name] = value;
    files.push((await kind.files?.(value, reading)) ?? {});
  }
  for (const { name, files: named } of operands) {
    if (named === undefined) continue;
    refuseEmpty(name, words);
    files.push({ inputs: await named(words, io) });
  }
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

/** Adds a command, or a group with its subcommands, to the one above it. */
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
  // Extra words may be a mistyped subcommand, which the action reports. Set last, since subcommands inherit it.
  if (commands.length > 0) parsed.allowExcessArguments();
  parsed.action(async (...args: unknown[]) => {
    const [word] = parsed.args;
    if (word !== undefined && operands.length === 0) refuseUnknown(parsed, word);
    refuseForeign(parsed);
    // Operands of a variadic argument arrive as a list.
    const words = args.flat().filter((one): one is string => typeof one === "string");
    const given: Parsed = parsed.optsWithGlobals();
    await dispatch(async (io) => {
      try {
        const values = await valuesOf(definition, given, words, io);
        // Each option was read by the kind in its definition.
        return await definition.run(values as never, io, ...words);
      } catch (error) {
        throw error instanceof UsageError ? inFlags(error, options, givenIn(given, options)) : error;
      }
    });
  });
};
