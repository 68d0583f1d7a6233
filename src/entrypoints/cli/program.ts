import { Command } from "commander";
import { safeReport } from "../../core/output/safe-text.ts";
import { addCommand, type CommandDefinition, type CommandGroup, type Dispatch } from "./command.ts";
import type { CliIo } from "./io.ts";

type Definition = CommandDefinition | CommandGroup;

/** Every command, by section of the help. A call loads one command; help and completion load all. */
const sections: Readonly<Record<string, Readonly<Record<string, () => Promise<Definition>>>>> = {
  "Judge a target:": {
    init: async () => (await import("./commands/init.ts")).initCommand,
    doctor: async () => (await import("./commands/doctor.ts")).doctorCommand,
    check: async () => (await import("./commands/check.ts")).checkCommand,
    observe: async () => (await import("./commands/observe.ts")).observeCommand,
    proxy: async () => (await import("./commands/proxy.ts")).proxyCommand,
    drift: async () => (await import("./commands/drift.ts")).driftCommand,
    discover: async () => (await import("./commands/discover.ts")).discoverCommand,
    replay: async () => (await import("./commands/replay.ts")).replayCommand,
    report: async () => (await import("./commands/report.ts")).reportCommand,
    restore: async () => (await import("./commands/restore.ts")).restoreCommand,
    fleet: async () => (await import("./commands/fleet.ts")).fleetCommand,
    mcp: async () => (await import("./commands/mcp.ts")).mcpCommand,
  },
  "Without a target:": {
    sandbox: async () => (await import("./commands/sandbox.ts")).sandboxCommand,
    generate: async () => (await import("./commands/generate.ts")).generateCommand,
    diff: async () => (await import("./commands/diff.ts")).diffCommand,
    usage: async () => (await import("./commands/usage.ts")).usageCommand,
    pact: async () => (await import("./commands/pact.ts")).pactCommand,
  },
  "Look things up:": {
    facts: async () => (await import("./commands/facts.ts")).factsCommand,
    unknowns: async () => (await import("./commands/unknowns.ts")).unknownsCommand,
    faults: async () => (await import("./commands/faults.ts")).faultsCommand,
    explain: async () => (await import("./commands/explain.ts")).explainCommand,
    help: async () => (await import("./commands/help.ts")).helpCommand,
    completion: async () => (await import("./commands/completion.ts")).completionCommand,
    complete: async () => (await import("./commands/completion.ts")).completeCommand,
  },
};

const isKnown = (word: string | undefined): word is string =>
  word !== undefined && Object.values(sections).some((section) => Object.hasOwn(section, word));

/** The command names that these arguments need: none for the version, the called one, or any. */
const wantedBy = (args: readonly string[]): ((name: string) => boolean) => {
  const word = args.find((one) => !one.startsWith("-"));
  if (isKnown(word)) return (name) => name === word;
  return () => word !== undefined || !args.some((one) => one === "--version" || one === "-V");
};

/** The commands of each section that these arguments need; all without arguments. */
const definitionsFor = (
  args: readonly string[],
): Promise<readonly (readonly [string, readonly Definition[]])[]> => {
  const isWanted = wantedBy(args);
  return Promise.all(
    Object.entries(sections).map(async ([title, section]) => {
      const loads = Object.entries(section).filter(([name]) => isWanted(name));
      return [title, await Promise.all(loads.map(([, load]) => load()))] as const;
    }),
  );
};

export const allDefinitions = async (): Promise<readonly Definition[]> =>
  (await definitionsFor([])).flatMap(([, definitions]) => definitions);

const firstScreen = `
Start here:
  tripact check                         check the embedded sandbox; needs no configuration
  tripact init --crm https://…          write a configuration for your own target
  tripact check --config staging.yaml   check your own target
  tripact sandbox                       serve the three interfaces on this machine
  tripact check --report html=report.html --report junit=report.xml

Exit codes:
  0    no violation
  1    a finding of severity error that is not in the baseline
  2    wrong usage, configuration or document
  3    could not be judged: target unreachable, a check crashed, run cut short, too little judged
  4    stopped by a safety rule or a spent budget
  130  interrupted; what was found so far is reported`;

/** The usage of a command, without the common options. */
const termOf = (command: Command): string =>
  [
    command.name(),
    ...command.registeredArguments.map((argument) => {
      const name = `${argument.name()}${argument.variadic ? "…" : ""}`;
      return argument.required ? `<${name}>` : `[${name}]`;
    }),
  ].join(" ");

/**
 * The command line, as far as the arguments need it; complete without arguments. Parsing throws a CommanderError for
 * help, for the version and for wrong use.
 */
export const createProgram = async (
  io: CliIo,
  version: () => string,
  dispatch: Dispatch,
  args: readonly string[] = [],
): Promise<Command> => {
  const isJson = args.includes("--json");
  const program: Command = new Command("tripact")
    .description("Conformance gate, drift detection, stateful sandbox and types from OpenAPI documents.")
    .option("--json", "print JSON")
    .option("--no-color", "print without colours, as with NO_COLOR")
    .option("--quiet", "print problems only")
    .version(version(), "-V, --version", "print the version")
    .helpOption("-h, --help", "print help for a command")
    .helpCommand(false)
    .configureHelp({
      showGlobalOptions: true,
      // Excludes a parent's options: `drift accept` takes none of `drift`.
      visibleGlobalOptions: (command) => (command === program ? [] : [...program.options]),
      subcommandTerm: termOf,
    })
    .configureOutput({
      // With --json, main prints help and version as JSON.
      writeOut: (text) => (isJson ? undefined : io.stdout.write(safeReport(text))),
      writeErr: (text) => (isJson ? undefined : io.stderr.write(safeReport(text))),
      // main reports wrong use, on one line.
      outputError: () => undefined,
      getOutHelpWidth: () => io.stdout.columns,
      getErrHelpWidth: () => io.stderr.columns,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .exitOverride()
    .addHelpText("after", firstScreen);
  for (const [title, definitions] of await definitionsFor(args)) {
    program.commandsGroup(title);
    for (const one of definitions) addCommand(program, dispatch, one);
  }
  return program;
};

/** `tripact drift accept` */
export const commandName = (command: Command): string =>
  command.parent === null ? command.name() : `${commandName(command.parent)} ${command.name()}`;

/** The help of a command as JSON. */
export const helpJson = (command: Command): object => {
  const help = command.createHelp();
  return {
    command: commandName(command),
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
