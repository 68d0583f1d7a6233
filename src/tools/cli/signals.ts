import { safe } from "../../harness/output/safe-text.ts";
import { exitCodes } from "../../harness/runner/exit-code.ts";
import type { LeftChanged, Output } from "./io.ts";

/** What a process hears of signals, and how it ends. */
export interface SignalProcess {
  on(signal: NodeJS.Signals, handle: () => void): unknown;
  exit(code: number): void;
  /** Keeps the process from ending by itself for so many milliseconds. */
  stay(milliseconds: number): void;
}

/** Milliseconds. Faster than anybody presses Ctrl+C twice. */
const longestEcho = 150;

const endingSignals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

/**
 * The first signal lets a run report what it has, a second one ends the process at once: unless records are still
 * changed. Then the second one says which, while they are put back, and only the third one leaves them. A terminal and
 * npm both pass on one Ctrl+C: what comes at once after a signal is the same one, and would kill a process that ends
 * meanwhile, its exit code with it. `now` gives milliseconds.
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
