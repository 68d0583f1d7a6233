import { execFile } from "node:child_process";
import { codeOf } from "../../../harness/model/error-code.ts";
import { printable } from "../../../harness/output/escape.ts";
import { UsageError } from "../../../harness/model/usage-error.ts";
import type { Command } from "./fleet-file.ts";

export interface CommandOptions {
  /** Where the fleet file names the command. */
  readonly location: string;
  readonly timeoutMs: number;
  /** Bytes of its output at most. */
  readonly maxBytes: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** A command that gave no answer: with the same input it may give one later. */
export class CommandFailed extends UsageError {}

const whyOf = (error: Error & { readonly killed?: boolean }, { timeoutMs }: CommandOptions): string => {
  const code = "code" in error ? error.code : undefined;
  if (codeOf(error) === "ENOENT") return "was not found";
  if (codeOf(error) === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") return "printed too much";
  if (error.killed === true) return `gave no answer within ${timeoutMs / 1000} s`;
  return typeof code === "number" ? `ended with exit code ${code}` : "could not be run";
};

/**
 * What a program prints, without a shell. Neither its output nor its errors are shown: they may hold secrets.
 * @throws CommandFailed when it cannot be run, fails, prints too much or takes too long.
 */
export const runCommand = (command: Command, options: CommandOptions): Promise<string> => {
  const [program = "", ...args] = command;
  const { timeoutMs, maxBytes, env, signal, location } = options;
  return new Promise((resolve, reject) => {
    const settings = { timeout: timeoutMs, maxBuffer: maxBytes, env: { ...env }, signal, windowsHide: true };
    const child = execFile(program, args, settings, (error, stdout) => {
      if (error === null) return resolve(stdout);
      if (signal.aborted) return reject(error);
      reject(
        new CommandFailed(`the command ${printable(program)} ${whyOf(error, options)}`, {
          location,
          hint: "run it by hand: its output is not shown, as it may hold secrets",
        }),
      );
    });
    child.stdin?.on("error", () => undefined).end();
  });
};
