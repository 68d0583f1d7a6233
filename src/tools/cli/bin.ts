import process from "node:process";
import type { LeftChanged, Output } from "./io.ts";
import { terminalPrompter } from "./prompter.ts";
import { abortOnSignals, type SignalProcess } from "./signals.ts";
import { systemClock } from "../../harness/model/system-clock.ts";

/** Set when what was written did not arrive, for another reason than a reader that went away. */
const lost = { output: false };

const output = (stream: NodeJS.WriteStream): Output => {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    // A reader that went away, as `head` does, is no reason to fail.
    if (error.code === "EPIPE" || lost.output) return;
    lost.output = true;
    process.exitCode = 3;
    process.stderr.write(`tripact: the output cannot be written (${error.code ?? "unknown reason"})\n`);
  });
  return {
    write: (text) => {
      stream.write(String(text));
    },
    // A pipe has neither.
    isTerminal: stream.isTTY === true,
    get columns() {
      // Some terminals say 0.
      return stream.columns > 0 ? stream.columns : 80;
    },
  };
};

const stderr = output(process.stderr);
const leftChanged = new Set<() => LeftChanged | undefined>();

const signals: SignalProcess = {
  on: (name, handle) => process.on(name, handle),
  exit: (code) => process.exit(code),
  stay: (milliseconds) => void setTimeout(() => undefined, milliseconds),
};

const signal = abortOnSignals(signals, stderr, leftChanged, () => performance.now());
const isAsked = process.stdin.isTTY === true && process.stdout.isTTY === true;

const run = async (): Promise<void> => {
  // In a file of its own, since other files import from it, and this one runs where it is imported.
  const { main } = await import("./main.ts");
  const code = await main(process.argv.slice(2), {
    env: process.env,
    stdout: output(process.stdout),
    stderr,
    stdin: process.stdin,
    cwd: process.cwd(),
    clock: systemClock,
    signal,
    ...(isAsked ? { prompter: terminalPrompter(process.stdin, process.stdout, signal) } : {}),
    leftChanged,
  });
  process.exitCode = lost.output ? 3 : code;
};

/** Rejected by a bug alone; whoever started the program says so. */
export const ended = run();
