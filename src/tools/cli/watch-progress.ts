import type { Check } from "../../harness/model/check.ts";
import type { RunEvent } from "../../harness/model/run-event.ts";
import { createPalette } from "../../harness/output/palette.ts";
import type { SafeText } from "../../harness/output/safe-text.ts";
import { createProgress } from "../../harness/reporters/progress.ts";
import { isScarce } from "../../harness/runner/sampling.ts";
import { unmetNeed } from "../../harness/runner/selection.ts";
import { leftOf, type Target } from "../../harness/runner/target.ts";
import { isInteractive, usesColor } from "./color.ts";
import type { CommonOptions } from "./definition.ts";
import type { CliIo } from "./io.ts";

/** A target whose requests are counted on a line of standard error while a run goes on. */
export interface WatchedRun {
  readonly target: Target;
  see(event: RunEvent): void;
  /** Before anything else is written to the terminal. */
  clear(): void;
}

const canJudge = (check: Check, target: Target): boolean =>
  check.effect === "passive"
    ? check.interfaces.some((name) => target.interfaces.includes(name))
    : unmetNeed(check, target) === undefined;

/** While nothing is answered, the time left still changes. */
const refreshMs = 1000;

/**
 * Nothing is written with `--quiet` or `--json`, nor off a terminal of a run against the embedded sandbox, which takes
 * seconds.
 */
export const watchProgress = (
  target: Target,
  checks: readonly Check[],
  options: CommonOptions,
  io: CliIo,
): WatchedRun => {
  const tty = isInteractive(io.env, io.stderr);
  const isSilent = options.quiet === true || options.json === true;
  if (isSilent || (!tty && target.kind === "embedded"))
    return { target, see: () => undefined, clear: () => undefined };
  const progress = createProgress(
    {
      tty,
      columns: io.stderr.columns,
      facts: new Set(checks.filter((check) => canJudge(check, target)).flatMap(({ facts }) => facts)),
      passive: new Set(checks.filter(({ effect }) => effect === "passive").map(({ id }) => id)),
      requests: () => target.requests(),
      budget: target.budget,
      left: () => leftOf(target),
      spendsBudget: isScarce(target.budget),
      now: () => io.clock.now(),
    },
    createPalette(usesColor(options.color, io.env, io.stderr)),
  );
  const write = (text: SafeText): void => {
    if (String(text) !== "") io.stderr.write(text);
  };
  const interrupt = (): void => write(progress.interrupt());
  let timer: NodeJS.Timeout | undefined;
  return {
    target: {
      ...target,
      async transport(request, signal) {
        const outcome = await target.transport(request, signal);
        write(progress.update());
        return outcome;
      },
    },
    see(event) {
      if (event.type === "run-started") {
        timer = setInterval(() => write(progress.update()), refreshMs).unref();
        // The terminal has put ^C on the line.
        io.signal.addEventListener("abort", interrupt, { once: true });
      }
      if (event.type === "run-ended") {
        clearInterval(timer);
        io.signal.removeEventListener("abort", interrupt);
      }
      write(progress.see(event));
    },
    clear: () => write(progress.clear()),
  };
};
