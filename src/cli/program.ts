import { Command } from "commander";
import type { CliIo } from "./io.ts";

/** Options that every command takes. */
export interface CommonOptions {
  readonly json?: boolean;
  readonly color: boolean;
  readonly quiet?: boolean;
}

/** Runs a command that was parsed: its options, its operands and where it lives. */
export type Dispatch = <Options>(
  load: () => Promise<
    (options: Options & CommonOptions, io: CliIo, ...operands: string[]) => Promise<number>
  >,
  options: Options & CommonOptions,
  operands: readonly string[],
) => Promise<void>;

const firstScreen = `
Examples:
  tripact check                          the checks against the embedded sandbox, nothing to set up
  tripact check --config staging.yaml    the same checks against a target of your own
  tripact sandbox                        the three interfaces on this machine, with credentials to use

Exit codes:
  0    conformant
  1    a finding of severity error that is not in the baseline
  2    wrong usage, configuration or document
  3    could not be judged: target unreachable, a check crashed, the run was cut short
  4    stopped by a safety rule or a spent budget
  130  interrupted; what was found so far is reported`;

const collect = (value: string, previous: readonly string[] | undefined): readonly string[] => [
  ...(previous ?? []),
  value,
];

/** Adds a command whose code is loaded only when it is called. */
const addCommand = <Options>(
  program: Command,
  dispatch: Dispatch,
  name: string,
  load: Parameters<typeof dispatch<Options>>[0],
): Command => {
  const command = program.command(name);
  return command.action(async (...given: unknown[]) => {
    const operands = given.filter((one): one is string => typeof one === "string");
    // Commander's values have the types that the options below declare.
    await dispatch(load, command.optsWithGlobals() as Options & CommonOptions, operands);
  });
};

const addCheck = (program: Command, dispatch: Dispatch): void => {
  addCommand(program, dispatch, "check", async () => (await import("./commands/check.ts")).check)
    .summary("hold a target, or the embedded sandbox, to the facts")
    .description(
      "Holds a target to every fact of the three interfaces and reports what it breaks. Without a configuration " +
        "the embedded sandbox is tested, in process.",
    )
    .option(
      "--config <file>",
      "configuration (default: tripact.config.yaml, .yml or .json, when there is one)",
    )
    .option("--interface <names>", "only these interfaces: crm,donation,volunteer", collect)
    .option("--fact <ids>", "only the checks of these facts, for example DON-03,CRM-27", collect)
    .option("--check <ids>", "only these checks", collect)
    .option("--seed <number>", "the run's seed: same seed, same calls", "1")
    .option("--shard <i/n>", "only part i of n, for parallel jobs")
    .option(
      "--report <format=path>",
      "also write a report, json=FILE; the path - is standard output",
      collect,
    );
};

const addSandbox = (program: Command, dispatch: Dispatch): void => {
  addCommand(program, dispatch, "sandbox", async () => (await import("./commands/sandbox.ts")).sandbox)
    .summary("serve the three interfaces on this machine")
    .description(
      "Serves a stateful implementation of the three interfaces, with their reference to browse, and prints its " +
        "addresses and credentials.",
    )
    .option("--port <number>", "port to listen on (default: any free one)")
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option("--data <file>", "keep the state in a file")
    .option(
      "--scale <number>",
      "donors, up to 1000000 (default: 250); three gifts each, and the rest grows with them",
    )
    .option("--set <key=value>", "answer an open question otherwise; tripact unknowns lists them", collect)
    .option(
      "--control",
      "also serve /control: reset, snapshots, clock, SMS outbox, delivery log, credentials",
    )
    .option("--fault <ids>", "break a fact on purpose; tripact faults lists the ways", collect);
};

const addLookUps = (program: Command, dispatch: Dispatch): void => {
  addCommand(program, dispatch, "facts", async () => (await import("./commands/facts.ts")).listFacts)
    .summary("list every fact that a target is held to")
    .description("Lists every fact with how it is seen and how many checks hold a target to it.");
  addCommand(program, dispatch, "unknowns", async () => (await import("./commands/unknowns.ts")).listUnknowns)
    .summary("list the questions that the specification leaves open")
    .description(
      "Lists every question that the specification leaves open; whatever a target does there conforms.",
    );
  addCommand(program, dispatch, "faults", async () => (await import("./commands/faults.ts")).listFaults)
    .summary("list the faults that the sandbox can be given")
    .description(
      "Lists the planted faults: each breaks one fact of the sandbox, and the checks must find it.",
    );
  addCommand(program, dispatch, "explain", async () => (await import("./commands/explain.ts")).explain)
    .argument("<id>", "a fact, an open question or a check")
    .summary("tell what a fact, an open question or a check is about")
    .description(
      "Tells what a fact, an open question or a check is about, and where the documents state it.",
    );
};

const addGenerate = (program: Command, dispatch: Dispatch): void => {
  addCommand(program, dispatch, "generate", async () => (await import("./commands/generate.ts")).generate)
    .summary("make types, schemas and tables from the documents")
    .description("Makes everything under src/generated from the documents in specs.")
    .option("--check", "write nothing; fail when a generated file is not up to date")
    .option("--out <dir>", "write to another folder");
};

/** The whole command line. Parsing throws a CommanderError for help, for the version and for wrong use. */
export const createProgram = (io: CliIo, version: () => string, dispatch: Dispatch): Command => {
  const program = new Command("tripact")
    .description("Contract, sandbox and conformance gate for the CRM, donation and volunteer interfaces.")
    .option("--json", "answer in JSON")
    .option("--no-color", "no colours; NO_COLOR and FORCE_COLOR are honoured too")
    .option("--quiet", "only what is wrong")
    .version(version(), "-V, --version", "print the version")
    .helpOption("-h, --help", "print help on a command")
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      // Wrong use is told by main, on one line.
      outputError: () => undefined,
      getOutHelpWidth: () => io.stdout.columns,
      getErrHelpWidth: () => io.stderr.columns,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .exitOverride()
    .addHelpText("after", firstScreen);
  addCheck(program, dispatch);
  addSandbox(program, dispatch);
  addGenerate(program, dispatch);
  addLookUps(program, dispatch);
  return program;
};
