import { Command } from "commander";
import { safeReport } from "../../harness/output/safe-text.ts";
import { addFleet } from "./add-fleet.ts";
import { addCommand as addOld, addGroup as addOldGroup, type Dispatch } from "./add-command.ts";
import { addCommand, addGroup } from "./command.ts";
import { checkCommand } from "./commands/check.ts";
import { driftCommand } from "./commands/drift.ts";
import { observeCommand } from "./commands/observe.ts";
import { mcpCommand } from "./commands/mcp.ts";
import { replayCommand } from "./commands/replay.ts";
import { reportCommand } from "./commands/report.ts";
import { restoreCommand } from "./commands/restore.ts";
import { completeCommand, completionCommand } from "./definitions/completion.ts";
import { diffCommand } from "./definitions/diff.ts";
import { discoverCommand } from "./definitions/discover.ts";
import { generateCommand } from "./definitions/generate.ts";
import { helpCommand } from "./definitions/help.ts";
import { explainCommand, factsCommand, faultsCommand, unknownsCommand } from "./definitions/look-ups.ts";
import { doctorCommand, initCommand } from "./definitions/onboarding.ts";
import { pactCommand, statesCommand, verifyCommand } from "./definitions/pact.ts";
import { proxyCommand } from "./definitions/proxy.ts";
import { sandboxCommand } from "./definitions/sandbox.ts";
import { usageCommand } from "./definitions/usage.ts";
import type { CliIo } from "./io.ts";

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

/** What a command is called with, without the options that all of them take. */
const termOf = (command: Command): string =>
  [
    command.name(),
    ...command.registeredArguments.map((argument) => {
      const name = `${argument.name()}${argument.variadic ? "…" : ""}`;
      return argument.required ? `<${name}>` : `[${name}]`;
    }),
  ].join(" ");

/** The whole command line. Parsing throws a CommanderError for help, for the version and for wrong use. */
export const createProgram = (
  io: CliIo,
  version: () => string,
  dispatch: Dispatch,
  isJson = false,
): Command => {
  const program: Command = new Command("tripact")
    .description("Contract, sandbox and conformance gate for the CRM, donation and volunteer interfaces.")
    .option("--json", "print JSON")
    .option("--no-color", "print without colours, as with NO_COLOR")
    .option("--quiet", "print problems only")
    .version(version(), "-V, --version", "print the version")
    .helpOption("-h, --help", "print help for a command")
    .helpCommand(false)
    .configureHelp({
      showGlobalOptions: true,
      // Not those of a command between: `drift accept` takes none of `drift`.
      visibleGlobalOptions: (command) => (command === program ? [] : [...program.options]),
      subcommandTerm: termOf,
    })
    .configureOutput({
      // With --json, main prints help and the version as JSON.
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
  addJudging(program, dispatch);
  addOffline(program, dispatch);
  addLookUps(program, dispatch);
  return program;
};

const addJudging = (program: Command, dispatch: Dispatch): void => {
  program.commandsGroup("Judge a target:");
  addOld(program, dispatch, initCommand, async () => (await import("./commands/init.ts")).init);
  addOld(program, dispatch, doctorCommand, async () => (await import("./commands/doctor.ts")).doctor);
  addCommand(program, dispatch, checkCommand);
  addCommand(program, dispatch, observeCommand);
  addOld(program, dispatch, proxyCommand, async () => (await import("./commands/proxy.ts")).proxy);
  addCommand(program, dispatch, driftCommand);
  addOld(program, dispatch, discoverCommand, async () => (await import("./commands/discover.ts")).discover);
  addCommand(program, dispatch, replayCommand);
  addGroup(program, dispatch, reportCommand);
  addCommand(program, dispatch, restoreCommand);
  addFleet(program, dispatch);
  addCommand(program, dispatch, mcpCommand);
};

const addOffline = (program: Command, dispatch: Dispatch): void => {
  program.commandsGroup("Without a target:");
  addOld(program, dispatch, sandboxCommand, async () => (await import("./commands/sandbox.ts")).sandbox);
  addOld(program, dispatch, generateCommand, async () => (await import("./commands/generate.ts")).generate);
  addOld(program, dispatch, diffCommand, async () => (await import("./commands/diff.ts")).diff);
  addOld(program, dispatch, usageCommand, async () => (await import("./commands/usage.ts")).usage);
  const pact = addOldGroup(program, pactCommand);
  addOld(pact, dispatch, verifyCommand, async () => (await import("./commands/pact.ts")).verifyPacts);
  addOld(pact, dispatch, statesCommand, async () => (await import("./commands/pact.ts")).listStates);
};

const addLookUps = (program: Command, dispatch: Dispatch): void => {
  program.commandsGroup("Look things up:");
  addOld(program, dispatch, factsCommand, async () => (await import("./commands/facts.ts")).listFacts);
  addOld(
    program,
    dispatch,
    unknownsCommand,
    async () => (await import("./commands/unknowns.ts")).listUnknowns,
  );
  addOld(program, dispatch, faultsCommand, async () => (await import("./commands/faults.ts")).listFaults);
  addOld(program, dispatch, explainCommand, async () => (await import("./commands/explain.ts")).explain);
  addOld(program, dispatch, helpCommand, async () => (await import("./commands/help.ts")).help);
  addOld(
    program,
    dispatch,
    completionCommand,
    async () => (await import("./commands/completion.ts")).completionScript,
  );
  addOld(program, dispatch, completeCommand, async () => (await import("./commands/completion.ts")).complete);
};
