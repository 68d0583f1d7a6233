import { RootCommand, script } from "@bomb.sh/tab";
import type { Command, Option } from "commander";
import { interfaceNames } from "../../../contract/interface-name.ts";
import { UsageError } from "../../../harness/model/usage-error.ts";
import { printable } from "../../../harness/output/escape.ts";
import { safeReport } from "../../../harness/output/safe-text.ts";
import { bashScript } from "../bash-completion.ts";
import type { CommonOptions } from "../definition.ts";
import type { CliIo } from "../io.ts";
import { extensionOf, reportFormats } from "../../../app/report-formats.ts";

export const shells = ["bash", "zsh", "fish", "powershell"] as const;

/** A word that completes the command line here, and what it means. */
type Choice = readonly [word: string, meaning: string];

/* oxlint-disable no-console -- The library writes there, and no stream of its own can be given. */
const gathered = (write: () => void): string => {
  const before = console.log;
  const lines: string[] = [];
  console.log = (...texts: readonly unknown[]) => void lines.push(texts.join(" "));
  try {
    write();
  } finally {
    console.log = before;
  }
  return lines.map((line) => `${line}\n`).join("");
};
/* oxlint-enable no-console */

/**
 * `tripact completion SHELL`: the script that a shell's start-up file sources.
 * @throws UsageError for a shell that is not known.
 */
export const completionScript = async (_: CommonOptions, io: CliIo, shell = ""): Promise<number> => {
  if (!shells.some((one) => one === shell))
    throw new UsageError(`no script for ${printable(shell) || "nothing"}`, {
      location: "completion",
      hint: `known: ${shells.join(", ")}`,
    });
  const text = shell === "bash" ? bashScript : gathered(() => script(shell, "tripact", "tripact"));
  io.stdout.write(safeReport(text));
  return 0;
};

const ofSuite = async (pick: "facts" | "checks" | "unknowns"): Promise<readonly Choice[]> => {
  const { suite } = await import("../../../app/suite.ts");
  switch (pick) {
    case "facts":
      return suite.facts.map(({ id, statement }) => [id, statement]);
    case "checks":
      return suite.checks.map(({ id, title }) => [id, title]);
    case "unknowns":
      return suite.unknowns.map(({ id, question }) => [id, question]);
  }
};

const ofFaults = async (): Promise<readonly Choice[]> => {
  const { faults } = await import("../../../contract/generated/faults.ts");
  return faults.map(({ id, fact }) => [id, fact]);
};

const ofCommands = (program: Command): readonly Choice[] =>
  program
    .createHelp()
    .visibleCommands(program)
    .map((command) => [command.name(), command.summary()]);

/** What may follow an option or a command; loaded only where it is asked for. */
const choices: Readonly<Record<string, (program: Command) => Promise<readonly Choice[]>>> = {
  "--fact": () => ofSuite("facts"),
  "--check": () => ofSuite("checks"),
  "--interface": async () => interfaceNames.map((name): Choice => [name, ""]),
  "--report": async () =>
    reportFormats.map((name): Choice => [`${name}=`, `for example ${name}=report.${extensionOf(name)}`]),
  "--fault": ofFaults,
  explain: async () => [
    ...(await ofSuite("facts")),
    ...(await ofSuite("unknowns")),
    ...(await ofSuite("checks")),
  ],
  help: async (program) => ofCommands(program),
  completion: async () => shells.map((shell): Choice => [shell, ""]),
};

/** The word whose choices may be asked for: the one before the last, or the option before an equals sign. */
const askedFor = (words: readonly string[]): string => {
  const last = words.at(-1) ?? "";
  return last.startsWith("--") && last.includes("=")
    ? last.slice(0, last.indexOf("="))
    : (words.at(-2) ?? "");
};

interface Loaded {
  readonly word: string;
  readonly choices: readonly Choice[];
}

const handlerOf =
  (word: string, loaded: Loaded) =>
  (complete: (value: string, description: string) => void): void => {
    if (loaded.word === word) for (const [value, meaning] of loaded.choices) complete(value, meaning);
  };

type Target = ReturnType<RootCommand["command"]>;

const addOption = (target: Target, option: Option, loaded: Loaded): void => {
  const name = option.long?.replace(/^--/, "");
  if (name === undefined) return;
  const takesValue = option.required || option.optional;
  // The library takes an option without a handler for one without a value.
  if (takesValue) target.option(name, option.description, handlerOf(`--${name}`, loaded));
  else target.option(name, option.description);
};

const addCommands = (root: RootCommand, parent: Command, names: readonly string[], loaded: Loaded): void => {
  for (const command of parent.createHelp().visibleCommands(parent)) {
    const path = [...names, command.name()];
    const target = root.command(path.join(" "), command.summary());
    const help = command.createHelp();
    for (const option of [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)])
      addOption(target, option, loaded);
    for (const argument of command.registeredArguments)
      target.argument(argument.name(), handlerOf(command.name(), loaded), argument.variadic);
    addCommands(root, command, path, loaded);
  }
};

/**
 * The last line is a directive for the shell: `:4` to offer no files, which is all there is to offer where nothing
 * is known; `:2` to put no space behind what goes on.
 */
const withDirective = (text: string): string => {
  if (text === ":4\n") return ":0\n";
  return /^[^\t]+=\t/.test(text) ? text.replace(/:4\n$/, ":2\n") : text;
};

/** `tripact complete -- WORDS…`: what a shell may put in place of the last word. Called by the scripts. */
export const complete = async (_: CommonOptions, io: CliIo, ...words: string[]): Promise<number> => {
  const { createProgram } = await import("../program.ts");
  const word = askedFor(words);
  const load = Object.hasOwn(choices, word) ? choices[word] : undefined;
  const program = createProgram(
    io,
    () => "",
    async () => undefined,
  );
  const loaded: Loaded = { word, choices: (await load?.(program)) ?? [] };
  const root = new RootCommand();
  for (const option of program.createHelp().visibleOptions(program)) addOption(root, option, loaded);
  addCommands(root, program, [], loaded);
  io.stdout.write(safeReport(withDirective(gathered(() => root.parse([...words])))));
  return 0;
};
