import type { RunEvent } from "../model/run-event.ts";
import type { Palette } from "../output/palette.ts";
import { plural } from "../output/plural.ts";
import { safe, type SafeText } from "../output/safe-text.ts";

export interface ProgressOptions {
  /** Whether a line may be redrawn; never in CI. Elsewhere a line is written from time to time. */
  readonly tty: boolean;
  /** Width of the terminal in characters. */
  readonly columns: number;
  /** Ids of the facts that the run may judge. */
  readonly facts: ReadonlySet<string>;
  /** Ids of checks that ask for nothing themselves. */
  readonly passive: ReadonlySet<string>;
  /** Requests sent so far. */
  requests(): number;
  /** The most requests that may be sent; infinite where nothing limits them. */
  readonly budget: number;
  /** Milliseconds. */
  now(): number;
}

/** How a run goes on. Every function returns the text to write, often none. */
export interface Progress {
  see(event: RunEvent): SafeText;
  /** A request was answered, or time has passed. */
  update(): SafeText;
  /** Takes the line away, so that other text can be written. */
  clear(): SafeText;
  /** The run was interrupted: leaves the line, and what the terminal echoes on it, and draws no other. */
  interrupt(): SafeText;
}

const none = safe``;
const eraseLine = safe`\r\u001b[2K`;

/** Off a terminal a line is written so often, in milliseconds. */
const lineEvery = 10_000;
/** Before that much has happened the time left cannot be estimated. */
const fewestForEstimate = { checks: 3, milliseconds: 3000 };

const clip = (text: string, width: number): string =>
  text.length > width ? `${text.slice(0, width - 1)}…` : text;

const duration = (milliseconds: number): string => {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  return seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
};

/**
 * Reports progress: facts done, requests of the budget, pace, time left. On a terminal one line that is redrawn with
 * every request and erased at the end; elsewhere a line every ten seconds.
 */
export const createProgress = (options: ProgressOptions, palette: Palette): Progress => {
  const done = new Set<string>();
  const failed = new Set<string>();
  let active = 0;
  let begun = 0;
  let current = "";
  let startedAt = options.now();
  let writtenAt = startedAt;
  let state: "waiting" | "running" | "ended" = "waiting";
  let isDrawn = false;

  const timeLeft = (elapsed: number, pace: number): string | undefined => {
    const ended = begun - 1;
    if (ended < fewestForEstimate.checks || elapsed < fewestForEstimate.milliseconds) return undefined;
    const byChecks = (elapsed / ended) * (active - ended);
    const byBudget = pace > 0 ? ((options.budget - options.requests()) / pace) * 1000 : Infinity;
    return `about ${duration(Math.min(byChecks, byBudget))} left`;
  };

  const line = (): string => {
    const requests = options.requests();
    const elapsed = options.now() - startedAt;
    const pace = elapsed < 1000 ? 0 : requests / (elapsed / 1000);
    const of = Number.isFinite(options.budget) ? ` of ${options.budget.toLocaleString("en-US")}` : "";
    return [
      `${done.size} of ${plural(options.facts.size, "fact")}`,
      of === "" ? plural(requests, "request") : `${requests.toLocaleString("en-US")}${of} requests`,
      ...(pace === 0 ? [] : [`${pace < 10 ? pace.toFixed(1) : Math.round(pace)}/s`]),
      ...(failed.size === 0 ? [] : [`${failed.size} failed`]),
      timeLeft(elapsed, pace) ?? "",
      current,
    ]
      .filter((part) => part !== "")
      .join("  ");
  };

  const update = (): SafeText => {
    if (state !== "running") return none;
    if (options.tty) {
      isDrawn = true;
      return safe`${eraseLine}${palette.dim(clip(line(), options.columns - 1))}`;
    }
    const now = options.now();
    if (now - writtenAt < lineEvery) return none;
    writtenAt = now;
    return safe`${line()}\n`;
  };

  const clear = (): SafeText => {
    if (!isDrawn) return none;
    isDrawn = false;
    return eraseLine;
  };

  return {
    see(event) {
      switch (event.type) {
        case "run-started":
          active = event.checks.filter((check) => !options.passive.has(check)).length;
          startedAt = options.now();
          writtenAt = startedAt;
          state = "running";
          break;
        case "check-started":
          begun += 1;
          current = event.check;
          break;
        case "verdict":
          if (options.facts.has(event.fact)) done.add(event.fact);
          if (event.verdict.kind === "failed" || event.verdict.kind === "crashed") failed.add(event.fact);
          break;
        case "run-ended":
          state = "ended";
          return clear();
        default:
          return none;
      }
      return update();
    },
    update,
    clear,
    interrupt() {
      state = "ended";
      if (!isDrawn) return none;
      isDrawn = false;
      return safe`\n`;
    },
  };
};
