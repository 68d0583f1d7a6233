import { plural } from "../../../core/output/plural.ts";
import { safe, type SafeText } from "../../../core/output/safe-text.ts";
import type { RunFailure } from "../../history/run-repository.ts";
import type { RunReport } from "../run/run-day.ts";

const seconds = (ms: number): string => `${Math.ceil(ms / 1000)} s`;

/** Prints the problems of a day's runs: one that recurs only once, with a final count. */
export const createDayProblems = (write: (text: SafeText) => void) => {
  const counts = new Map<string, number>();
  const waited = new Set<string>();

  const add = (organization: string, one: string, many: string): void => {
    const others = counts.get(many);
    if (others === undefined) write(safe`tripact: ${organization} ${one}\n`);
    counts.set(many, others === undefined ? 0 : others + 1);
  };

  return {
    onReport({ organization, result }: RunReport) {
      if (result.kind === "not-run")
        return add(
          organization,
          `was not checked: ${result.reason}${result.ms === undefined ? "" : `; it can begin in ${seconds(result.ms)}`}`,
          `not checked for the same reason: ${result.reason}`,
        );
      if (result.kind !== "kept") return;
      const { failure, paused } = result;
      if (failure !== undefined)
        add(organization, `failed: ${failure.reason}`, `failed in the same way: ${failure.reason}`);
      if (paused !== undefined) write(safe`tripact: ${organization} is paused until tripact fleet resume\n`);
    },
    onWait({
      organization,
      ms,
      reason,
    }: { readonly organization: string; readonly ms: number } & RunFailure) {
      // It waits again and again, for example until another run has ended.
      const wait = `${organization}: ${reason}`;
      if (waited.has(wait)) return;
      waited.add(wait);
      add(organization, `waits ${seconds(ms)}: ${reason}`, `waited for the same reason: ${reason}`);
    },
    /** Prints how often each printed problem recurred. */
    end() {
      for (const [what, others] of counts)
        if (others > 0) write(safe`tripact: ${plural(others, "other")} ${what}\n`);
    },
  };
};
