import type { TargetEvent } from "../../core/run/asking.ts";
import type { SafeText } from "../../core/output/safe-text.ts";
import { createProgress, type Progress } from "../../report/progress.ts";
import type { CommonOptions } from "./command.ts";
import { type CliIo, isInteractive, paletteFor } from "./io.ts";

/** The remaining time changes even while no answer arrives. */
const refreshMs = 1000;

type Opened = Extract<TargetEvent, { type: "target-opened" }>;

/**
 * Writes nothing with `--quiet` or `--json`, nor, outside a terminal, for a run against the embedded sandbox, which
 * takes only seconds.
 */
export const createProgressLine = (options: CommonOptions, io: CliIo) => {
  const tty = isInteractive(io.env, io.stderr);
  const isSilent = options.quiet === true || options.json === true;
  const write = (text: SafeText | undefined): void => {
    if (text !== undefined && String(text) !== "") io.stderr.write(text);
  };
  let progress: Progress | undefined;
  let sent = { requests: 0, left: Infinity };
  let timer: NodeJS.Timeout | undefined;
  const interrupt = (): void => write(progress?.interrupt());

  const open = ({ embedded, facts, passive, budget, spendsBudget }: Opened): void => {
    sent = { requests: 0, left: budget };
    if (isSilent || (!tty && embedded)) return;
    progress = createProgress(
      {
        tty,
        columns: io.stderr.columns,
        facts: new Set(facts),
        passive: new Set(passive),
        requests: () => sent.requests,
        budget,
        left: () => sent.left,
        spendsBudget,
        now: () => io.clock.now(),
      },
      paletteFor(options, io, io.stderr),
    );
  };

  return {
    see(event: TargetEvent) {
      switch (event.type) {
        case "target-opened":
          return open(event);
        case "request-answered":
          sent = event;
          return write(progress?.update());
        case "run-started":
          if (progress !== undefined) {
            timer = setInterval(() => write(progress?.update()), refreshMs).unref();
            // The terminal has echoed ^C on the line.
            io.signal.addEventListener("abort", interrupt, { once: true });
          }
          break;
        case "run-ended":
          clearInterval(timer);
          io.signal.removeEventListener("abort", interrupt);
      }
      return write(progress?.see(event));
    },
    /** Call before writing anything else to the terminal. */
    clear: () => write(progress?.clear()),
  };
};
