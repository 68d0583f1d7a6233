import { type Command, CommanderError } from "commander";
import { UsageError } from "../../core/model/usage-error.ts";
import { safe, safeJson } from "../../core/output/safe-text.ts";
import type { CliIo, Output } from "./io.ts";
import type { Dispatch } from "./command.ts";
import { createProgram, helpJson, commandName } from "./program.ts";
import { version } from "../../core/model/version.ts";
import { messageOf } from "../../core/model/error-code.ts";

const usage = 2;
const notJudged = 3;
const interrupted = 130;

/**
 * The command line as a function: `args` without node and script, and the process in `io`. Resolves to the exit code;
 * never rejects.
 */
export const main = async (args: readonly string[], io: CliIo): Promise<number> => {
  let isSilent = true;
  const stdout: Output = {
    write: (text) => {
      isSilent = false;
      io.stdout.write(text);
    },
    isTerminal: io.stdout.isTerminal,
    get columns() {
      return io.stdout.columns;
    },
  };
  try {
    return await parseAndRun(args, { ...io, stdout });
  } catch (error) {
    // A report that was already printed stays the only JSON document of the output.
    return reportError(error, io, args.includes("--json") && isSilent);
  }
};

const parseAndRun = async (args: readonly string[], io: CliIo): Promise<number> => {
  let code = 0;
  const dispatch: Dispatch = async (act) => {
    code = await act(io);
  };
  const program = await createProgram(io, version, dispatch, args);
  try {
    await program.parseAsync(asksForHelp(args) ? [...args, "--help"] : [...args], { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError)
      return reportWrongUse(error, io, commandIn(program, args), args.includes("--json"));
    throw error;
  }
  return code;
};

/** Without a command, the help lists all commands. */
const asksForHelp = (args: readonly string[]): boolean =>
  args.every((one) => ["--json", "--no-color", "--quiet"].includes(one));

/** The command at the start of the arguments: `tripact drift accept`. */
const commandIn = (program: Command, args: readonly string[]): Command => {
  let command = program;
  for (const name of args) {
    const below = command.commands.find((one) => one.name() === name);
    if (below === undefined) break;
    command = below;
  }
  return command;
};

const reportError = (error: unknown, io: CliIo, json: boolean): number => {
  if (error instanceof UsageError) return reportUsageError(error, io, json);
  // Aborted by the signal while waiting.
  if (io.signal.aborted && error instanceof Error && error.name === "AbortError") {
    io.stderr.write(safe`tripact: interrupted\n`);
    if (json) io.stdout.write(safeJson({ exitCode: interrupted, errors: [{ message: "interrupted" }] }));
    return interrupted;
  }
  return reportBug(error, io, json);
};

/** Each problem on its own line; with --json also as one line on standard output. */
const reportUsageError = (error: UsageError, io: CliIo, json: boolean): number => {
  const all = [error, ...error.others];
  for (const { line } of all) io.stderr.write(safe`tripact: ${oneLine(line)}\n`);
  if (json) {
    const errors = all.map(({ option, location, message, hint }) => {
      const place = [option, location].filter((one) => one !== undefined).join(" ");
      return { place: place === "" ? undefined : place, message, hint };
    });
    io.stdout.write(safeJson({ exitCode: usage, errors }));
  }
  return usage;
};

/** Commander puts its suggestion on a second line: `(Did you mean --seed?)`. */
const reportWrongUse = (error: CommanderError, io: CliIo, command: Command, json: boolean): number => {
  const isHelp = error.code === "commander.helpDisplayed" || error.code === "commander.help";
  if (json && isHelp) io.stdout.write(safeJson(helpJson(command)));
  if (json && error.code === "commander.version") io.stdout.write(safeJson({ version: version() }));
  if (error.exitCode === 0) return 0;
  // For a group without a subcommand, Commander has printed the help to standard error.
  if (error.code === "commander.help") return usage;
  const message = error.message.replace(/^error: /, "").replace("(Did you mean ", "(did you mean ");
  const list = `${commandName(command)} --help lists what there is`;
  const hint = message.includes("(did you mean ") ? "" : ` (${list})`;
  io.stderr.write(safe`tripact: ${oneLine(message)}${hint}\n`);
  if (json) {
    const [, what = oneLine(message), meant = list] =
      /^(.*?) \((did you mean .*)\)$/.exec(oneLine(message)) ?? [];
    io.stdout.write(safeJson({ exitCode: usage, errors: [{ message: what, hint: meant }] }));
  }
  return usage;
};

/** Maximum characters of a bug's message, which may quote data. */
const longestBug = 200;

const reportBug = (error: unknown, io: CliIo, json: boolean): number => {
  const message = `${oneLine(messageOf(error).slice(0, longestBug))}: this is a bug`;
  const debug = io.env["TRIPACT_DEBUG"] === "1";
  const how = debug ? "" : "; TRIPACT_DEBUG=1 shows where";
  io.stderr.write(safe`tripact: ${message}${how}\n`);
  if (json) io.stdout.write(safeJson({ exitCode: notJudged, errors: [{ message }] }));
  if (debug && error instanceof Error && error.stack !== undefined)
    for (const line of error.stack.split("\n")) io.stderr.write(safe`${line}\n`);
  return notJudged;
};

/** Parser messages may have several lines. */
const oneLine = (text: string): string =>
  text.replace(/\s+/g, (space) => (space.includes("\n") ? " " : space));
