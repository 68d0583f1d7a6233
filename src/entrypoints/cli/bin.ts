import process from "node:process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { LeftChanged, Output } from "./io.ts";
import { terminalPrompter } from "./prompter.ts";
import { abortOnSignals, type SignalProcess } from "./signals.ts";
import { systemClock } from "../../core/model/system-clock.ts";

/** Set if output was lost, other than because the reader closed the pipe. */
const lost = { output: false };

const output = (stream: NodeJS.WriteStream): Output => {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    // A reader that closed the pipe, as `head` does, is no failure.
    if (error.code === "EPIPE" || lost.output) return;
    lost.output = true;
    process.exitCode = 3;
    process.stderr.write(`tripact: the output cannot be written (${error.code ?? "unknown reason"})\n`);
  });
  return {
    write: (text) => {
      stream.write(String(text));
    },
    // Undefined for a pipe.
    isTerminal: stream.isTTY === true,
    get columns() {
      // Some terminals report 0.
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

/**
 * V8 doubles its young generation to 128 MiB as soon as a few large texts survive, as answers of megabytes do, and
 * never gives it back: more than all that a run keeps. By now it has the few megabytes in which a run works as fast.
 * What large texts leave behind is collected by the HTTP client.
 */
const boundMemory = (): void => {
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--expose-gc");
  // The collector of a new context is that of this program.
  globalThis.gc = runInNewContext("gc") as NodeJS.GCFunction;
};

const run = async (): Promise<void> => {
  // In a separate file, because other files import it and this one runs when imported.
  const { main } = await import("./main.ts");
  boundMemory();
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

/** Rejects only because of a bug, which the caller reports. */
export const ended = run();
