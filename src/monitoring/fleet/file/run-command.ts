import { type ChildProcessByStdio, type ChildProcess, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { codeOf } from "../../../core/model/error-code.ts";
import { printable } from "../../../core/output/escape.ts";
import { UsageError } from "../../../core/model/usage-error.ts";
import type { Command } from "./fleet-file.ts";

export interface CommandOptions {
  /** Where the fleet file names the command. */
  readonly location: string;
  readonly timeoutMs: number;
  /** Maximum bytes of its output. */
  readonly maxBytes: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** The command failed; with the same input it may succeed later. */
export class CommandFailed extends UsageError {}

/** Milliseconds between SIGTERM and SIGKILL. */
const graceMs = 1000;

/** Signals a program and its children; false if none is left. Windows has no process groups. */
const signalGroup = ({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean => {
  try {
    return pid !== undefined && process.kill(process.platform === "win32" ? pid : -pid, signal);
  } catch {
    return false;
  }
};

/** The output of a program, or why it failed. */
type Outcome = { readonly text: string } | { readonly why: string };

/** Waits for a program to end, but not for children that keep its output open. */
const outcomeOf = (
  child: ChildProcessByStdio<null, Readable, null>,
  options: CommandOptions,
): Promise<Outcome> => {
  const { timeoutMs, maxBytes, signal } = options;
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const chunks: Buffer[] = [];
  let size = 0;
  let why: string | undefined;
  let grace: NodeJS.Timeout | undefined;
  const kill = (): boolean => signalGroup(child, "SIGKILL");
  const settle = (): void => {
    kill();
    child.stdout.destroy();
    child.unref();
    resolve(why === undefined ? { text: Buffer.concat(chunks).toString() } : { why });
  };
  /** Sends SIGTERM to the rest of the group, and SIGKILL a second later. */
  const end = (reason: string | undefined): void => {
    clearTimeout(late);
    why ??= reason;
    signalGroup(child, "SIGTERM");
    grace ??= setTimeout(settle, graceMs);
  };
  const late = setTimeout(() => end(`gave no answer within ${timeoutMs / 1000} s`), timeoutMs);
  const onAbort = (): void => end("was interrupted");
  child.stdout.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxBytes) end("printed too much");
    else chunks.push(chunk);
  });
  child.once("error", (error) => {
    why = codeOf(error) === "ENOENT" ? "was not found" : "could not be run";
    settle();
  });
  child.once("exit", (code) =>
    end(code === 0 ? undefined : code === null ? "was ended by a signal" : `ended with exit code ${code}`),
  );
  child.once("close", () => {
    if (!signalGroup(child, 0)) settle();
  });
  signal.addEventListener("abort", onAbort);
  process.once("exit", kill);
  return promise.finally(() => {
    child.removeAllListeners("exit").removeAllListeners("close");
    clearTimeout(late);
    clearTimeout(grace);
    signal.removeEventListener("abort", onAbort);
    process.off("exit", kill);
  });
};

/** Starts a program in its own process group. */
const start = ([program = "", ...args]: Command, env: CommandOptions["env"]) => {
  try {
    return spawn(program, args, {
      detached: process.platform !== "win32",
      env: { ...env },
      stdio: ["ignore", "pipe", "ignore"],
      windowsHide: true,
    });
  } catch {
    // Node rejects what no system accepts, such as a null character.
    return undefined;
  }
};

/**
 * The output of a program, run without a shell. Neither output nor errors are shown, since they may hold secrets. It
 * runs in its own process group, which is killed afterwards: SIGTERM, and SIGKILL a second later.
 * @throws CommandFailed if it cannot be run, fails, prints too much or takes too long.
 */
export const runCommand = async (command: Command, options: CommandOptions): Promise<string> => {
  const { signal, location } = options;
  signal.throwIfAborted();
  const child = start(command, options.env);
  const outcome = child === undefined ? { why: "could not be run" } : await outcomeOf(child, options);
  signal.throwIfAborted();
  if ("text" in outcome) return outcome.text;
  throw new CommandFailed(`the command ${printable(command[0] ?? "")} ${outcome.why}`, {
    location,
    hint: "run it by hand: its output is not shown, as it may hold secrets",
  });
};
