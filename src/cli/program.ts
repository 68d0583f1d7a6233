import { Command } from "commander";
import type { Dispatch } from "./command.ts";
import { addCheck } from "./definitions/check.ts";
import { addCompletion } from "./definitions/completion.ts";
import { addDiff } from "./definitions/diff.ts";
import { addDiscover } from "./definitions/discover.ts";
import { addDrift } from "./definitions/drift.ts";
import { addGenerate } from "./definitions/generate.ts";
import { addLookUps } from "./definitions/look-ups.ts";
import { addObserve } from "./definitions/observe.ts";
import { addPact } from "./definitions/pact.ts";
import { addReport } from "./definitions/report.ts";
import { addRestore } from "./definitions/restore.ts";
import { addSandbox } from "./definitions/sandbox.ts";
import { safeReport } from "../output/safe-text.ts";
import type { CliIo } from "./io.ts";

const firstScreen = `
Start here:
  tripact check                         every check against the embedded sandbox, nothing to set up
  tripact check --config staging.yaml   the same against a target of your own
  tripact sandbox                       the three interfaces on this machine, with credentials
  tripact check --report html=night.html --report junit=report.xml

Exit codes:
  0    conformant
  1    a finding of severity error that is not in the baseline
  2    wrong usage, configuration or document
  3    could not be judged: target unreachable, a check crashed, the run was cut short
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
export const createProgram = (io: CliIo, version: () => string, dispatch: Dispatch): Command => {
  const program = new Command("tripact")
    .description("Contract, sandbox and conformance gate for the CRM, donation and volunteer interfaces.")
    .option("--json", "answer in JSON")
    .option("--no-color", "no colours, as with NO_COLOR")
    .option("--quiet", "only what is wrong")
    .version(version(), "-V, --version", "print the version")
    .helpOption("-h, --help", "print help on a command")
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true, subcommandTerm: termOf })
    .configureOutput({
      writeOut: (text) => io.stdout.write(safeReport(text)),
      writeErr: (text) => io.stderr.write(safeReport(text)),
      // Wrong use is told by main, on one line.
      outputError: () => undefined,
      getOutHelpWidth: () => io.stdout.columns,
      getErrHelpWidth: () => io.stderr.columns,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .exitOverride()
    .addHelpText("after", firstScreen);
  program.commandsGroup("Judge a target:");
  addCheck(program, dispatch);
  addObserve(program, dispatch);
  addDrift(program, dispatch);
  addDiscover(program, dispatch);
  addReport(program, dispatch);
  addRestore(program, dispatch);
  program.commandsGroup("Without a target:");
  addSandbox(program, dispatch);
  addGenerate(program, dispatch);
  addDiff(program, dispatch);
  addPact(program, dispatch);
  program.commandsGroup("Look things up:");
  addLookUps(program, dispatch);
  addCompletion(program, dispatch);
  return program;
};
