import { safe } from "../../core/output/safe-text.ts";
import { exitCodes } from "../../core/run/exit-code.ts";
import type { LeftChanged, Output } from "./io.ts";

/** Signals and exit of a process. */
export interface SignalProcess {
  on(signal: NodeJS.Signals, handle: () => void): unknown;
  exit(code: number): void;
  /** Keeps the process alive for the given number of milliseconds. */
  stay(milliseconds: number): void;
}

/** Milliseconds. Nobody presses Ctrl+C twice this fast. */
const longestEcho = 150;

const endingSignals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

/**
 * The first signal lets a run report its results so far; the second ends the process, unless records are still changed.
 * Then the second lists them while they are restored, and only the third abandons them. A terminal and npm both forward
 * one Ctrl+C: a signal that follows at once is the same one, and would kill a process that is ending, along with its
 * exit code. `now` returns milliseconds.
 */
export const abortOnSignals = (
  process: SignalProcess,
  stderr: Pick<Output, "write">,
  leftChanged: ReadonlySet<() => LeftChanged | undefined>,
  now: () => number,
): AbortSignal => {
  const controller = new AbortController();
  let isWarned = false;
  let heardAt = -Infinity;

  const handle = (): void => {
    if (now() - heardAt < longestEcho) return;
    heardAt = now();
    process.stay(longestEcho);
    if (!controller.signal.aborted) return controller.abort();
    const left = [...leftChanged].flatMap((ask) => ask() ?? []);
    for (const { records, command } of left)
      stderr.write(
        isWarned
          ? safe`tripact: NOT RESTORED: ${records}: the process was ended; no run starts until it is: run ${command}\n`
          : safe`tripact: still putting back ${records}; one more signal ends the process and leaves that changed\n`,
      );
    if (left.length === 0 || isWarned) process.exit(exitCodes.interrupted);
    isWarned = true;
  };

  for (const name of endingSignals) process.on(name, handle);
  return controller.signal;
};
