import type { RunEvent } from "../core/model/run-event.ts";
import { grouped } from "../core/output/grouped.ts";
import type { Palette } from "../core/output/palette.ts";
import { plural } from "../core/output/plural.ts";
import { safe, type SafeText } from "../core/output/safe-text.ts";

export interface ProgressOptions {
  /** Whether a line may be redrawn; never in CI. Otherwise lines are written from time to time. */
  readonly tty: boolean;
  readonly columns: number;
  /** Ids of the facts that the run may judge. */
  readonly facts: ReadonlySet<string>;
  /** Ids of checks without requests of their own. */
  readonly passive: ReadonlySet<string>;
  requests(): number;
  /** Request limit; infinite if there is none. */
  readonly budget: number;
  /** Requests that may still be sent; fewer than the rest of the budget if other runs share it. */
  left(): number;
  readonly spendsBudget: boolean;
  /** Milliseconds. */
  now(): number;
}

/** Progress of a run. Every function returns the text to write, often none. */
export type Progress = ReturnType<typeof createProgress>;

const none = safe``;
const eraseLine = safe`\r\u001b[2K`;

/** Interval between lines without a terminal, in milliseconds. */
const lineEvery = 10_000;
/** Minimum progress before the remaining time can be estimated. */
const fewestForEstimate = { checks: 3, milliseconds: 3000 };
/** Share of checks that must have ended: their requests differ a thousandfold, so a few predict nothing. */
const fewestEnded = 1 / 2;

const clip = (text: string, width: number): string =>
  text.length > width ? `${text.slice(0, width - 1)}…` : text;

const duration = (milliseconds: number): string => {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  return seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
};

interface Stage {
  readonly done: Set<string>;
  readonly failed: Set<string>;
  /** Number of checks with plans, and of those started. */
  active: number;
  begun: number;
  /** The check that sends requests. */
  current: string;
  /** Time of the first request: a run may plan for some seconds first. */
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

/** Records an event that advances a run; false for any other. */
const advance = (stage: Stage, event: RunEvent<unknown>, options: ProgressOptions): boolean => {
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

/** On a terminal, one line redrawn with every request and erased at the end; otherwise one every ten seconds. */
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

  /** Called after an answer, and at intervals. */
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
  const clear = (): SafeText => leaveLine(eraseLine);

  return {
    see(event: RunEvent<unknown>): SafeText {
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
    /** For an interrupted run: keeps the line with the terminal's echo, and draws no other. */
    interrupt() {
      state = "ended";
      return leaveLine(safe`\n`);
    },
  };
};
