import type { RootCommand } from "@bomb.sh/tab";
import type { Command, Option } from "commander";
import { UsageError } from "../../../core/model/usage-error.ts";
import { printable } from "../../../core/output/escape.ts";
import { safeReport } from "../../../core/output/safe-text.ts";
import { bashScript } from "../bash-completion.ts";
import { command, flagOf } from "../command.ts";
import type { WordChoice } from "../../../core/output/options.ts";
import { npxScripts } from "../npx-completion.ts";

const shells = ["bash", "zsh", "fish", "powershell"] as const;

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

/** `tripact completion SHELL`: the script that a shell's start-up file sources. */
export const completionCommand = command({
  name: "completion",
  summary: "print the script that completes commands, options and ids",
  description:
    "Prints a script that completes commands, options and the ids of facts, checks and faults, after tripact and (but " +
    "for PowerShell) npx tripact. Load it in the start-up file of your shell. For bash: source <(tripact completion bash)",
  operands: [
    {
      name: "<shell>",
      text: "bash, zsh, fish or powershell",
      complete: async () => shells.map((shell): WordChoice => [shell, ""]),
    },
  ],
  async run(_, io, shell = "") {
    if (!shells.some((one) => one === shell))
      throw new UsageError(`no script for ${printable(shell) || "nothing"}`, {
        location: "completion",
        hint: `known: ${shells.join(", ")}`,
      });
    const { script } = await import("@bomb.sh/tab");
    const text = shell === "bash" ? bashScript : gathered(() => script(shell, "tripact", "tripact"));
    io.stdout.write(safeReport(text + (npxScripts[shell] ?? "")));
    return 0;
  },
});

/** The choices after an option or a command, given its flag or name; loaded on demand. */
const choicesAfter = async (word: string): Promise<readonly WordChoice[]> => {
  const { allDefinitions } = await import("../program.ts");
  const all = (await allDefinitions()).flatMap((one) => ("run" in one ? [one] : one.commands));
  const loads = all.flatMap(({ name, options = {}, operands = [] }) => [
    ...Object.entries(options).map(([key, kind]) => ({ word: flagOf(key, kind), load: kind.complete })),
    ...operands.map(({ complete: load }) => ({ word: name, load })),
  ]);
  return (await loads.find((one) => one.word === word && one.load !== undefined)?.load?.()) ?? [];
};

/** The word whose choices are wanted: the one before the last, or the option before an equals sign. */
const askedFor = (words: readonly string[]): string => {
  const last = words.at(-1) ?? "";
  return last.startsWith("--") && last.includes("=")
    ? last.slice(0, last.indexOf("="))
    : (words.at(-2) ?? "");
};

interface Loaded {
  readonly word: string;
  readonly choices: readonly WordChoice[];
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
  // Commander treats an option without a handler as one without a value.
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
 * The last line is a directive for the shell: `:4` offers no files, as when nothing is known; `:2` adds no space after
 * a partial word.
 */
const withDirective = (text: string): string => {
  if (text === ":4\n") return ":0\n";
  return /^[^\t]+=\t/.test(text) ? text.replace(/:4\n$/, ":2\n") : text;
};

/** `tripact complete -- WORDS…`: candidates for the last word. Called by the shell scripts. */
export const completeCommand = command({
  name: "complete",
  summary: "called by the completion scripts",
  hidden: true,
  operands: [{ name: "[words...]", text: "the command line so far" }],
  async run(_, io, ...words) {
    const [{ RootCommand }, { createProgram }] = await Promise.all([
      import("@bomb.sh/tab"),
      import("../program.ts"),
    ]);
    const word = askedFor(words);
    const program = await createProgram(
      io,
      () => "",
      async () => undefined,
    );
    const loaded: Loaded = { word, choices: await choicesAfter(word) };
    const root = new RootCommand();
    for (const option of program.createHelp().visibleOptions(program)) addOption(root, option, loaded);
    addCommands(root, program, [], loaded);
    io.stdout.write(safeReport(withDirective(gathered(() => root.parse([...words])))));
    return 0;
  },
});
