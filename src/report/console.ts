import { duration } from "../core/output/duration.ts";
import type { Fact } from "../core/model/fact.ts";
import { isOpen, type Problem } from "../core/model/problem.ts";
import type { Report } from "../core/model/report.ts";
import type { RunEvent, RunFooter } from "../core/model/run-event.ts";
import type { StopReason } from "../core/model/fact-verdict.ts";
import { type FailOn, isFailing, runVerdict, type VerdictState } from "../core/model/verdict.ts";
import { isLeftChanged } from "../core/model/write-summary.ts";
import { createPalette, type Palette } from "../core/output/palette.ts";
import { plural } from "../core/output/plural.ts";
import { hang } from "../core/output/wrap.ts";
import { joinSafe, safe, type SafeText } from "../core/output/safe-text.ts";
import { problemText } from "./problem-lines.ts";
import { problemsIn } from "./problem-words.ts";
import { entryName } from "./recording.ts";
import { causesText, removedText } from "./cause-console.ts";
import { keptNotes, leftNotes, redirectNotes } from "./run-notes.ts";
import { unreadIn } from "../core/model/unread-body.ts";
import { notReached, skipGroups } from "./skips.ts";

export interface ConsoleOptions {
  readonly color: boolean;
  /** Width of a line in characters, for lists. */
  readonly columns: number;
  /** The same for sentences and requests; infinite for no wrapping. */
  readonly lineWidth: number;
  readonly quiet: boolean;
  /** Whether the target is the in-process sandbox, whose addresses mean nothing to a reader. */
  readonly embedded: boolean;
  /** Whether recordings are judged: the seed then has no effect. */
  readonly recorded?: boolean;
  /** How problems are printed: under their facts by default, or by cause, as many as fit on a screen or all. */
  readonly causes?: "few" | "all";
  /** Whether records of the target may be created and changed. */
  readonly writes?: boolean;
  /** The least severity that fails the run; default `error`. */
  readonly failOn?: FailOn;
  /** For the statements of failed facts. */
  readonly facts: readonly Fact[];
}

/** Prints a run for people. Returns the text to write for each event, often none. */
export const createConsoleReporter = (options: ConsoleOptions): ((event: RunEvent<unknown>) => SafeText) => {
  const palette = createPalette(options.color);
  return (event) => {
    switch (event.type) {
      case "run-started":
        return options.quiet ? safe`` : header(event, options, palette);
      case "run-ended":
        return ending(event, options, palette);
      default:
        return safe``;
    }
  };
};

type RunStarted = Extract<RunEvent, { type: "run-started" }>;

const header = (event: RunStarted, options: ConsoleOptions, palette: Palette): SafeText => {
  const seed = options.recorded === true ? "" : safe` ${palette.dim(`seed ${event.seed}`)}`;
  const title = safe`${palette.strong(`tripact ${event.version}`)}${seed}\n`;
  const named = Object.keys(event.targets);
  if (options.embedded)
    return safe`${title}  ${named.join(", ")} → the embedded sandbox, in this process\n\n`;
  const lines = named.map((name) => safe`  ${name.padEnd(9)} → ${event.targets[name] ?? ""}\n`);
  const writes =
    options.causes === undefined || options.writes !== true
      ? ""
      : safe`  writes are on: records are created, changed and removed there\n`;
  return safe`${title}${lines}${writes}\n`;
};

const ending = (footer: RunFooter, options: ConsoleOptions, palette: Palette): SafeText => {
  const { report } = footer;
  const failures =
    options.causes === undefined
      ? failuresText(report, options, palette)
      : causesText(
          problemsIn({ report }),
          { lineWidth: options.lineWidth, all: options.causes === "all" },
          palette,
        );
  const stop = stopText(footer, options, palette);
  const isClean = footer.complete && !report.findings.some((finding) => isFailing(finding, options.failOn));
  if (options.quiet) return safe`${failures}${stop}${isClean ? "" : summary(footer, options, palette)}`;
  const note = ([name, text, width = options.lineWidth]: Note): SafeText =>
    palette.dim(hang(safe`${name.padEnd(10)} `, text, width));
  return joinSafe(
    [
      ...failures,
      stop,
      ...(failures.length > 0 && options.embedded ? [note(["reproduce", howToReproduce])] : []),
      ...[...baselineNotes(report), ...skippedNote(report, options), ...partNote(report)].map(note),
      ...observedNote(report).map(note),
      ...redirectNotes(report.run).map((text) => palette.warn(safe`redirect   ${text}\n`)),
      ...(options.causes === undefined ? writesNotes(report) : createdNotes(report, options)).map(note),
      summary(footer, options, palette),
    ],
    "",
  );
};

/** A line below the problems. */
type Note = readonly [name: string, text: string, width?: number];

const howToReproduce = "the embedded sandbox has no address: serve one with tripact sandbox and use its own";

/** The problems of each failed fact; a problem of several facts is shown with the first. */
const failuresText = (report: Report, options: ConsoleOptions, palette: Palette): readonly SafeText[] => {
  const problems = problemsIn({ report }).filter((one) => one.kind === "violation" && isOpen(one));
  const shown = new Set<Problem>();
  return report.facts.flatMap(({ id, status, reason }) => {
    const own = problems.filter(({ facts }) => facts.includes(id));
    if (own.length === 0 && (status !== "failed" || reason === undefined)) return [];
    const statement = options.facts.find((fact) => fact.id === id)?.statement ?? "";
    const { lineWidth } = options;
    const mark = status === "failed" ? palette.bad("✗") : palette.warn("!");
    const title = hang(safe`${mark} ${palette.strong(id)} `, statement, lineWidth);
    const why = reason === undefined ? "" : hang(safe`  `, palette.bad(reason), lineWidth);
    const texts = own.map((problem) => {
      const first = report.facts.find((fact) => problem.facts.includes(fact.id));
      if (shown.has(problem))
        return hang(safe`  `, palette.dim(`by the problem of ${first?.id ?? id}`), lineWidth);
      shown.add(problem);
      const [number] = problem.exchanges;
      const entry =
        report.recording === undefined || number === undefined
          ? undefined
          : entryName(report.recording, number);
      return problemText(problem, lineWidth, palette, { entry });
    });
    return [safe`${title}${why}${texts}\n`];
  });
};

const shortDetails = 60;

const stops: Readonly<Partial<Record<StopReason, string>>> = {
  "nothing-judged": "No verdict",
  coverage: "Too little was judged",
};

const stopText = (footer: RunFooter, options: ConsoleOptions, palette: Palette): SafeText => {
  if (footer.complete) return safe``;
  const why = footer.stopped?.message ?? footer.report.run.stopped ?? "no reason was given";
  const ids = options.causes === "few" ? [] : notReached(footer.report.facts);
  const missed =
    ids.length === 0
      ? ""
      : safe`  not reached: ${plural(ids.length, "fact")}\n${hang(safe`    `, ids.join(" "), options.columns)}`;
  const what = (footer.stopped && stops[footer.stopped.reason]) ?? "The run is incomplete";
  return safe`${hang(safe`${palette.warn("!")} `, `${what}: ${why}`, options.lineWidth)}${missed}\n`;
};

const baselineNotes = ({ findings, resolved }: Report): readonly Note[] => {
  const known = findings.filter((finding) => finding.known).map(({ fingerprint }) => fingerprint);
  const note = (name: string, fingerprints: readonly string[], state: string): readonly Note[] => {
    const text = `${plural(fingerprints.length, "finding")} of the baseline ${state}: ${fingerprints.join(" ")}`;
    return fingerprints.length === 0 ? [] : [[name, text]];
  };
  return [...note("known", known, "still there"), ...note("gone", resolved, "no longer there")];
};

/** All details if they are short; else only the first, if it names the fact that is the cause. */
const shortened = (details: readonly string[]): string => {
  const all = details.join(", ");
  if (all.length <= shortDetails) return all;
  const [first = ""] = details;
  return /\([A-Z]+-\d+\)$/.test(first) ? `${first}, …` : "";
};

/** Facts whose bodies nothing reads, by media type. */
const unreadNotes = (facts: Report["facts"]): readonly Note[] => {
  const types = facts.flatMap(({ status, reason }) => (status === "skipped" ? (unreadIn(reason) ?? []) : []));
  return [...Map.groupBy(types, (type) => type)].map(([type, all]) => [
    "not judged",
    `${type}: ${plural(all.length, "fact")}`,
  ]);
};

const skippedNote = ({ facts }: Report, { columns, causes }: ConsoleOptions): readonly Note[] => {
  if (causes === "few") return unreadNotes(facts);
  const words = skipGroups(facts).map(({ kind, count, details }) => {
    const reported = shortened(details);
    return `${count} ${kind}${reported === "" ? "" : ` (${reported})`}`;
  });
  return words.length === 0 ? [] : [["skipped", words.join(" · "), columns]];
};

const partNote = ({ facts }: Report): readonly Note[] => {
  const passed = facts.filter(({ status }) => status === "passed");
  const inPart = passed.filter(({ part }) => part !== undefined && part.asked < part.of).length;
  const text = `${inPart} of ${passed.length} passed facts, for lack of requests (safety.maxRequests, safety.perHour; facts[].part in the JSON report)`;
  return inPart === 0 ? [] : [["in part", text]];
};

const observedNote = ({ unknowns }: Report): readonly Note[] => {
  const observed = unknowns.filter(({ status }) => status === "observed").length;
  const text = `answers to ${observed} of ${unknowns.length} open questions (see the JSON report)`;
  return observed === 0 ? [] : [["observed", text]];
};

/** Records that were not restored are printed as a stop. */
const writesNotes = ({ run }: Report): readonly Note[] => {
  const back = run.writes?.records.filter((one) => !isLeftChanged(one)).map(({ record }) => record) ?? [];
  const left = leftNotes(run).map((text): Note => ["stays", text]);
  return back.length === 0 ? left : [["put back", back.join(", ")], ...left];
};

/** This many kinds of what is left fit on a screen. */
const mostLeft = 3;

/** What a run has created: removed again, or left. */
const createdNotes = (report: Report, { causes }: ConsoleOptions): readonly Note[] => {
  const removed = removedText(report);
  const all = [...leftNotes(report.run), ...keptNotes(report.run)].map((text): Note => ["stays", text]);
  const more = all.length - mostLeft;
  const left: readonly Note[] =
    causes === "all" || more <= 1
      ? all
      : [...all.slice(0, mostLeft), ["stays", `what ${more} more operations have stored: --all lists them`]];
  return [...(removed === undefined ? [] : [["removed", removed] as const]), ...left];
};

/** Number of failed facts fully covered by the baseline. */
const onlyKnown = (report: Report): number =>
  report.facts.filter(({ id, status, reason }) => {
    const findings = report.findings.filter(({ fact }) => fact === id);
    return (
      status === "failed" &&
      reason === undefined &&
      findings.length > 0 &&
      findings.every(({ known }) => known)
    );
  }).length;

const marks: Readonly<Record<VerdictState, string>> = {
  conformant: "✓",
  "no-violation": "✓",
  "not-conformant": "✗",
  "not-judged": "!",
};

const tints: Readonly<Record<VerdictState, keyof Palette>> = {
  conformant: "good",
  "no-violation": "good",
  "not-conformant": "bad",
  "not-judged": "warn",
};

const countsOf = (report: Report): string => {
  const { passed, failed, skipped, total } = report.summary.facts;
  const known = onlyKnown(report);
  return [
    `${passed} passed`,
    `${failed - known} failed`,
    ...(known === 0 ? [] : [`${known} known`]),
    `${skipped} skipped of ${plural(total, "fact")}`,
  ].join(", ");
};

const summary = (footer: RunFooter, options: ConsoleOptions, palette: Palette): SafeText => {
  const { report } = footer;
  const { findings, requests } = report.summary;
  const { state, words } = runVerdict(
    report,
    options.failOn,
    options.embedded ? undefined : "tripact doctor",
  );
  const counted = [
    [findings.error, "error"],
    [findings.warning, "warning"],
  ] as const;
  const reported = counted.filter(([count]) => count > 0).map(([count, noun]) => plural(count, noun));
  const known = report.findings.filter((finding) => finding.known).length;
  const verdict = palette[tints[state]](`${marks[state]} ${words}`);
  const parts = [
    ...(state === "no-violation" && known > 0 ? [`${known} known`] : []),
    ...(reported.length === 0 ? [] : [reported.join(", ")]),
    plural(requests, "request"),
    // The embedded sandbox's clock does not move.
    ...(report.run.elapsedMs > 0 ? [duration(report.run.elapsedMs)] : []),
  ];
  const counts = state === "no-violation" ? "" : safe`: ${countsOf(report)}`;
  return hang(safe``, safe`${verdict}${counts} · ${parts.join(" · ")}`, options.lineWidth);
};
