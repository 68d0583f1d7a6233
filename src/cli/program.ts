import { Command } from "commander";
import type { Dispatch } from "./command.ts";
import { addCheck } from "./definitions/check.ts";
import { addDiff } from "./definitions/diff.ts";
import { addGenerate } from "./definitions/generate.ts";
import { addLookUps } from "./definitions/look-ups.ts";
import { addSandbox } from "./definitions/sandbox.ts";
import type { CliIo } from "./io.ts";

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
  addDiff(program, dispatch);
  addLookUps(program, dispatch);
  return program;
};
