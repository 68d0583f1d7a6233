import type { Drift, DriftGroup, DriftReport, DriftResult } from "../model/drift.ts";
import type { Finding } from "../model/finding.ts";
import { createPalette, type Palette, type Style } from "../output/palette.ts";
import { plural } from "../output/plural.ts";
import { hang } from "../output/wrap.ts";
import { day, evidenceOf, sinceOf, targetText } from "./drift-words.ts";
import { joinSafe, safe, type SafeText, trimmedSafe } from "../output/safe-text.ts";

export interface DriftTextOptions {
  readonly color: boolean;
  readonly quiet: boolean;
  /** Where lines are wrapped, in characters; infinite where they are not. */
  readonly lineWidth: number;
}

const severityStyle = (palette: Palette, { severity }: Pick<Drift, "severity">): Style =>
  ({ error: palette.bad, warning: palette.warn, info: palette.dim })[severity];

const knownSince = ({ toldAt }: DriftGroup): string => `known since ${day(toldAt ?? "")}`;

const labels: Readonly<Record<DriftGroup["state"], (group: DriftGroup) => string>> = {
  new: () => "NEW",
  standing: knownSince,
  back: (group) => `BACK, ${knownSince(group)}`,
  gone: () => "gone",
  accepted: () => "accepted",
  inconclusive: () => "inconclusive",
};

/** Names in backticks as they are in a terminal: strong where it has colors. */
const shownProse = (text: string, palette: Palette): SafeText =>
  joinSafe(
    text.split("`").map((part, index) => (index % 2 === 1 ? safe`${palette.strong(part)}` : safe`${part}`)),
    "",
  );

const isFresh = ({ state }: DriftGroup): boolean => state === "new" || state === "back";

/** What a person acts on, once: what is known already is one line. */
const detailLines = (group: DriftGroup, palette: Palette): readonly SafeText[] => {
  const { before, now, advice, curl } = group;
  return [
    safe`    before: ${before}`,
    safe`    now:    ${now}`,
    safe`    ${shownProse(advice, palette)}`,
    safe`    ${palette.dim(`Since ${sinceOf(group)}; ${evidenceOf(group)}.`)}`,
    ...(curl === undefined ? [] : [safe`    ${palette.dim(curl)}`]),
  ];
};

export const groupLines = (group: DriftGroup, palette: Palette): readonly SafeText[] => {
  const { state, impact, confidence, fingerprint, message, settledBy } = group;
  const style = state === "gone" ? palette.good : severityStyle(palette, group);
  const certainty = confidence === "inconclusive" ? "" : `, ${confidence}`;
  return [
    safe`  ${style(labels[state](group))}  ${shownProse(message, palette)} ${palette.dim(`(${impact}${certainty}, ${fingerprint})`)}`,
    ...(isFresh(group) ? detailLines(group, palette) : []),
    ...(settledBy === undefined || state === "gone" ? [] : [safe`    ${palette.dim(`${settledBy}.`)}`]),
  ];
};

const headLine = ({ target, night }: DriftResult, palette: Palette): SafeText => {
  const seen = `${plural(night.answers, "answer")}, ${plural(night.operations, "operation")}`;
  const name = palette.strong(targetText(target));
  switch (night.status) {
    case "failed":
      return safe`${name}  ${palette.bad("failed run")}: ${night.reason ?? "nothing was sampled"}`;
    case "baseline":
      return safe`${name}  run ${night.night}: ${seen}; the first run, with which later ones are compared`;
    case "compared":
      return safe`${name}  run ${night.night}: ${seen}`;
  }
};

const resultLines = (result: DriftResult, palette: Palette, quiet: boolean): readonly SafeText[] => {
  const { groups, night, notSampled } = result;
  const reported = groups.filter(({ state, severity }) =>
    quiet ? severity === "error" && state !== "gone" : state !== "inconclusive",
  );
  const open = quiet ? [] : groups.filter(({ state }) => state === "inconclusive");
  const clean =
    night.status === "compared" && groups.every(({ state }) => state === "gone" || state === "inconclusive");
  if (quiet && reported.length === 0 && night.status !== "failed") return [];
  return [
    headLine(result, palette),
    ...(clean && !quiet ? [safe`  ${palette.good("no drift")}`] : []),
    ...reported.flatMap((one) => groupLines(one, palette)),
    ...open.flatMap((one) => groupLines(one, palette)),
    ...(notSampled.length === 0 || quiet
      ? []
      : [safe`  ${palette.dim(`not sampled in this run: ${notSampled.join(", ")}`)}`]),
  ];
};

/** More findings than these are left to the reports of the checks. */
const maxFindings = 10;

const findingLines = (finding: Finding, palette: Palette): readonly SafeText[] => {
  const { fact, check, operation, pointer, message, fingerprint } = finding;
  const location = [finding.interface, finding.request ?? operation, pointer];
  return [
    safe`  ${palette.strong(fact)}  ${message} ${palette.dim(`(${fingerprint})`)}`,
    safe`    at:    ${location.filter((part) => part !== "").join(" ")}`,
    safe`    check: ${check}`,
  ];
};

const allFindingLines = ({ findings }: DriftReport, palette: Palette): readonly SafeText[] => {
  const fresh = findings.filter(({ known, severity }) => !known && severity === "error");
  if (fresh.length === 0) return [];
  const more = fresh.length - maxFindings;
  return [
    palette.bad(`${plural(fresh.length, "finding")} against the OpenAPI documents`),
    ...fresh.slice(0, maxFindings).flatMap((one) => findingLines(one, palette)),
    ...(more > 0 ? [safe`  ${more} more: --report names them all`] : []),
  ];
};

const exitLine = ({ exitCode, results }: DriftReport): string => {
  switch (exitCode) {
    case 0:
      return "nothing that breaks";
    case 1:
      return results.some(({ night }) => night.drift.breaking > 0)
        ? "breaking drift. If a change is meant: tripact drift accept FINGERPRINT"
        : "no breaking drift, but answers break the OpenAPI documents. If findings are known: tripact check " +
            "--write-baseline FILE, and name FILE under baseline in the configuration";
    case 3:
      return "could not be judged";
    case 130:
      return "interrupted";
    default:
      return "stopped by a safety rule or a spent budget";
  }
};

/** Each line below its own margin. */
export const wrapLines = (all: readonly SafeText[], width: number): SafeText =>
  joinSafe(
    all.map((line) => {
      const [margin = ""] = /^ */.exec(String(line)) ?? [];
      return hang(safe`${margin}`, trimmedSafe(line), width);
    }),
    "",
  );

/** A run for people. */
export const driftText = (report: DriftReport, { color, quiet, lineWidth }: DriftTextOptions): SafeText => {
  const palette = createPalette(color);
  const { run, exitCode } = report;
  const stopped = run.stopped === undefined ? [] : [safe`not complete: ${run.stopped}`];
  const verdict = exitLine(report);
  return wrapLines(
    [
      ...report.results.flatMap((result) => resultLines(result, palette, quiet)),
      ...allFindingLines(report, palette),
      ...stopped,
      ...(quiet && exitCode === 0
        ? []
        : [
            safe`${exitCode === 0 ? palette.good(verdict) : palette.bad(verdict)} (${plural(run.requests, "request")})`,
          ]),
    ],
    lineWidth,
  );
};
