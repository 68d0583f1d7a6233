import type { RunEvent } from "../model/run-event.ts";
import { grouped } from "../output/grouped.ts";
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
  /** How many may still be sent; fewer than the rest of the budget where other runs share it. */
  left(): number;
  /** Whether a run mostly asks until nothing of its budget is left. */
  readonly spendsBudget: boolean;
  /** Milliseconds. */
  now(): number;
}

/** How a run goes on. Every function returns the text to write, often none. */
export type Progress = ReturnType<typeof createProgress>;

const none = safe``;
const eraseLine = safe`\r\u001b[2K`;

/** Off a terminal a line is written so often, in milliseconds. */
const lineEvery = 10_000;
/** Before that much has happened the time left cannot be estimated. */
const fewestForEstimate = { checks: 3, milliseconds: 3000 };
/** Checks differ by a thousand times in what they ask: until so many of them have ended, those say little of the others. */
const fewestEnded = 1 / 2;

const clip = (text: string, width: number): string =>
  text.length > width ? `${text.slice(0, width - 1)}…` : text;

const duration = (milliseconds: number): string => {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  return seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
};

/** How far a run is. */
interface Stage {
  readonly done: Set<string>;
  readonly failed: Set<string>;
  /** Checks with a plan of their own, and how many of them have begun. */
  active: number;
  begun: number;
  /** The check that asks. */
  current: string;
  /** Since when requests are sent: a run may plan for some seconds first. */
  askingSince: number;
}

const timeLeft = (
  { active, begun }: Stage,
  { left, spendsBudget }: ProgressOptions,
  elapsed: number,
  pace: number,
): string | undefined => {
  const ended = begun - 1;
  if (elapsed < fewestForEstimate.milliseconds) return undefined;
  const byBudget = pace > 0 ? (left() / pace) * 1000 : Infinity;
  if (ended >= fewestForEstimate.checks && ended >= active * fewestEnded)
    return `about ${duration(Math.min((elapsed / ended) * (active - ended), byBudget))} left`;
  return spendsBudget && Number.isFinite(byBudget) ? `at most ${duration(byBudget)} left` : undefined;
};

const lineOf = (stage: Stage, options: ProgressOptions): string => {
  const requests = options.requests();
  const elapsed = options.now() - stage.askingSince;
  const pace = elapsed < 1000 ? 0 : requests / (elapsed / 1000);
  const of = Number.isFinite(options.budget) ? ` of ${grouped(options.budget)}` : "";
  return [
    `${stage.done.size} of ${plural(options.facts.size, "fact")}`,
    of === "" ? plural(requests, "request") : `${grouped(requests)}${of} requests`,
    ...(pace === 0 ? [] : [`${pace < 10 ? pace.toFixed(1) : Math.round(pace)}/s`]),
    ...(stage.failed.size === 0 ? [] : [`${stage.failed.size} failed`]),
    timeLeft(stage, options, elapsed, pace) ?? "",
    stage.current,
  ]
    .filter((part) => part !== "")
    .join("  ");
};

/** Takes note of an event that moves a run on; false for any other. */
const advance = (stage: Stage, event: RunEvent, options: ProgressOptions): boolean => {
  switch (event.type) {
    case "run-started":
      stage.active = event.checks.filter((check) => !options.passive.has(check)).length;
      stage.askingSince = options.now();
      return true;
    case "check-started":
      stage.begun += 1;
      stage.current = event.check;
      return true;
    case "verdict":
      if (options.facts.has(event.fact)) stage.done.add(event.fact);
      if (event.verdict.kind === "failed" || event.verdict.kind === "crashed") stage.failed.add(event.fact);
      return true;
    default:
      return false;
  }
};

/**
 * Reports progress: facts done, requests of the budget, pace, time left. On a terminal one line that is redrawn with
 * every request and erased at the end; elsewhere a line every ten seconds.
 */
export const createProgress = (options: ProgressOptions, palette: Palette) => {
  const startedAt = options.now();
  const stage: Stage = {
    done: new Set(),
    failed: new Set(),
    active: 0,
    begun: 0,
    current: "",
    askingSince: startedAt,
  };
  let writtenAt = startedAt;
  let state: "waiting" | "running" | "ended" = "waiting";
  let isDrawn = false;

  /** A request was answered, or time has passed. */
  const update = (): SafeText => {
    if (state !== "running") return none;
    if (options.requests() === 0) stage.askingSince = options.now();
    if (options.tty) {
      isDrawn = true;
      return safe`${eraseLine}${palette.dim(clip(lineOf(stage, options), options.columns - 1))}`;
    }
    const now = options.now();
    if (now - writtenAt < lineEvery) return none;
    writtenAt = now;
    return safe`${lineOf(stage, options)}\n`;
  };

  const leaveLine = (by: SafeText): SafeText => {
    if (!isDrawn) return none;
    isDrawn = false;
    return by;
  };
  /** Takes the line away, so that other text can be written. */
  const clear = (): SafeText => leaveLine(eraseLine);

  return {
    see(event: RunEvent): SafeText {
      if (event.type === "run-ended") {
        state = "ended";
        return clear();
      }
      if (!advance(stage, event, options)) return none;
      if (event.type === "run-started") {
        writtenAt = stage.askingSince;
        state = "running";
      }
      return update();
    },
    update,
    clear,
    /** The run was interrupted: leaves the line, and what the terminal echoes on it, and draws no other. */
    interrupt() {
      state = "ended";
      return leaveLine(safe`\n`);
    },
  };
};
