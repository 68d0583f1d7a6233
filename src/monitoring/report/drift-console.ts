import type { ConsoleOptions } from "../../report/console.ts";
import type { DriftReport, DriftResult } from "../../core/model/drift.ts";
import type { Problem } from "../../core/model/problem.ts";
import { createPalette, type Palette } from "../../core/output/palette.ts";
import { plural } from "../../core/output/plural.ts";
import { joinSafe, safe, type SafeText, trimmedSafe } from "../../core/output/safe-text.ts";
import { hang } from "../../core/output/wrap.ts";
import { problemText, shownProse } from "../../report/problem-lines.ts";
import { dayText, isOfRun, targetText } from "../../report/problem-words.ts";

export type DriftTextOptions = Pick<ConsoleOptions, "color" | "quiet" | "lineWidth"> & {
  /** What commands need after `tripact drift accept` and its fingerprints: ` --store drift.sqlite`. */
  readonly acceptOptions?: string;
};

/** Since when an interface could not be read, unless this is the first such run. */
const failedSince = (problems: readonly Problem[], { target }: DriftResult): string => {
  const problem = problems.find(
    ({ kind, state, places: [first] }) =>
      kind === "unjudged" && state === "open" && first?.interface === target.interface,
  );
  return problem?.since === undefined ? "" : ` since ${dayText(problem.since)}`;
};

const headLine = (result: DriftResult, problems: readonly Problem[], palette: Palette): SafeText => {
  const { target, night } = result;
  const seen = `${plural(night.answers, "answer")}, ${plural(night.operations, "operation")}`;
  const name = palette.strong(targetText(target));
  switch (night.status) {
    case "failed":
      return safe`${name}  ${palette.bad(`failed run${failedSince(problems, result)}`)}: ${night.reason ?? "nothing was sampled"}`;
    case "baseline":
      return safe`${name}  run ${night.night}: ${seen}; the first run, with which later ones are compared`;
    case "compared":
      return safe`${name}  run ${night.night}: ${seen}`;
  }
};

const resultLines = (
  result: DriftResult,
  problems: readonly Problem[],
  palette: Palette,
  quiet: boolean,
): readonly SafeText[] => {
  const { groups, night, notSampled } = result;
  if (quiet && night.status !== "failed") return [];
  const open = groups.filter(({ state }) => state === "inconclusive");
  const isClean = night.status === "compared" && groups.every(({ state }) => state === "gone") && !quiet;
  return [
    headLine(result, problems, palette),
    ...(isClean || (night.status === "compared" && open.length === groups.length && !quiet)
      ? [safe`  ${palette.good("no drift")}`]
      : []),
    ...(quiet ? [] : open).map(
      ({ title, settledBy = "" }) =>
        safe`  ${palette.dim("inconclusive")}  ${shownProse(title, palette)} ${palette.dim(`(${settledBy})`)}`,
    ),
    ...(notSampled.length === 0 || quiet
      ? []
      : [safe`  ${palette.dim(`not sampled in this run: ${notSampled.join(", ")}`)}`]),
  ];
};

/** Why a run fails, and what to do if that is meant. */
const failureLine = ({ results, problems }: DriftReport, acceptOptions: string): string => {
  const failing = problems.filter(
    ({ state, severity }) => severity === "error" && (state === "new" || state === "open"),
  );
  const changes = failing.filter(({ kind }) => kind === "change").map(({ fingerprint }) => fingerprint);
  if (changes.length === 0)
    return (
      "no breaking drift, but answers break the OpenAPI documents. If findings are known: tripact check " +
      "--write-baseline FILE, and name FILE under baseline in the configuration"
    );
  const isConfirmed = results.some(({ night }) => night.drift.breaking > 0);
  const what = isConfirmed ? "breaking drift" : "drift that breaks the OpenAPI documents";
  return `${what}. If it is intended: tripact drift accept ${changes.join(" ")}${acceptOptions}`;
};

const exitLine = (report: DriftReport, acceptOptions: string): string => {
  const { exitCode, problems } = report;
  switch (exitCode) {
    case 0:
      return problems.some(
        ({ state, severity }) => state !== "gone" && state !== "known" && severity === "warning",
      )
        ? "nothing confirmed that breaks"
        : "nothing that breaks";
    case 1:
      return failureLine(report, acceptOptions);
    case 3:
      return "could not be judged";
    case 130:
      return "interrupted";
    default:
      return "stopped by a safety rule or a spent budget";
  }
};

export const wrapLines = (all: readonly SafeText[], width: number): SafeText =>
  joinSafe(
    all.map((line) => {
      const [margin = ""] = /^ */.exec(String(line)) ?? [];
      return hang(safe`${margin}`, trimmedSafe(line), width);
    }),
    "",
  );

/** A run for people: what was read, one problem per cause, and the result. */
export const driftText = (
  report: DriftReport,
  { color, quiet, lineWidth, acceptOptions = "" }: DriftTextOptions,
): SafeText => {
  const palette = createPalette(color);
  const { run, exitCode, problems, results } = report;
  const reported = problems.filter((problem) => {
    const { kind, state, severity } = problem;
    // The line of its interface says so.
    if (kind === "unjudged" && state !== "gone" && !isOfRun(problem)) return false;
    if (kind === "violation" && (state === "known" || severity !== "error")) return false;
    return !quiet || (severity === "error" && state !== "gone");
  });
  const isQuiet = quiet && exitCode === 0 && reported.length === 0;
  if (isQuiet) return safe``;
  const verdict = exitLine(report, acceptOptions);
  const heads = wrapLines(
    results.flatMap((result) => resultLines(result, problems, palette, quiet)),
    lineWidth,
  );
  const isStopped =
    run.stopped !== undefined && !problems.some(({ kind, state }) => kind === "unjudged" && state !== "gone");
  const ending = wrapLines(
    [
      ...(isStopped ? [safe`not complete: ${run.stopped ?? ""}`] : []),
      safe`${exitCode === 0 ? palette.good(verdict) : palette.bad(verdict)} (${plural(run.requests, "request")})`,
    ],
    lineWidth,
  );
  return safe`${heads}${reported.map((one) => problemText(one, lineWidth, palette, { acceptOptions }))}${ending}`;
};
