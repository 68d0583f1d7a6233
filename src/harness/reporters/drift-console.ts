import type {
  Drift,
  DriftHistory,
  DriftReport,
  DriftResult,
  DriftTarget,
  OperationRun,
} from "../model/drift.ts";
import type { Finding } from "../model/finding.ts";
import { createPalette, type Palette, type Style } from "../output/palette.ts";
import { plural } from "../output/plural.ts";
import { hang } from "../output/wrap.ts";
import { joinSafe, safe, type SafeText, trimmedSafe } from "../output/safe-text.ts";

export interface DriftTextOptions {
  readonly color: boolean;
  readonly quiet: boolean;
  /** Where lines are wrapped, in characters; infinite where they are not. */
  readonly lineWidth: number;
}

const day = (iso: string): string => iso.slice(0, 10);

const nameOf = ({ interface: name, address, organization }: DriftTarget): string =>
  `${name} ${address}${organization === "default" ? "" : ` (${organization})`}`;

const placeOf = ({ operation, status, variant, pointer }: Drift): string =>
  [
    operation === "*" ? "every operation" : operation,
    status,
    variant === "" ? undefined : `(${variant})`,
    pointer,
  ]
    .filter((part) => part !== undefined && part !== "")
    .join(" ");

const severityStyle = (palette: Palette, { severity }: Drift): Style =>
  ({ error: palette.bad, warning: palette.warn, info: palette.dim })[severity];

const labels: Readonly<Record<Drift["state"], (drift: Drift) => string>> = {
  new: () => "NEW",
  standing: ({ toldAt }) => `known since ${day(toldAt ?? "")}`,
  back: ({ toldAt }) => `BACK, known since ${day(toldAt ?? "")}`,
  gone: () => "gone",
  accepted: () => "accepted",
  inconclusive: () => "inconclusive",
};

const driftLines = (drift: Drift, palette: Palette): readonly SafeText[] => {
  const label = labels[drift.state](drift);
  const style = drift.state === "gone" ? palette.good : severityStyle(palette, drift);
  const certainty = drift.confidence === "inconclusive" ? "" : `, ${drift.confidence}`;
  return [
    safe`  ${style(label)}  ${drift.kind} · ${drift.impact}${certainty} · ${placeOf(drift)}  ${palette.dim(drift.fingerprint)}`,
    safe`    ${drift.message} First seen ${day(drift.firstSeen)}, last ${day(drift.lastSeen)}.`,
    ...(drift.settledBy === undefined ? [] : [safe`    ${palette.dim(`${drift.settledBy}.`)}`]),
  ];
};

const headLine = ({ target, night }: DriftResult, palette: Palette): SafeText => {
  const seen = `${plural(night.answers, "answer")}, ${plural(night.operations, "operation")}`;
  const name = palette.strong(nameOf(target));
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
  const { drift, night, notSampled } = result;
  const reported = drift.filter(({ state, severity }) =>
    quiet ? severity === "error" && state !== "gone" : state !== "inconclusive",
  );
  const open = quiet ? [] : drift.filter(({ state }) => state === "inconclusive");
  const clean =
    night.status === "compared" && drift.every(({ state }) => state === "gone" || state === "inconclusive");
  if (quiet && reported.length === 0 && night.status !== "failed") return [];
  return [
    headLine(result, palette),
    ...(clean && !quiet ? [safe`  ${palette.good("no drift")}`] : []),
    ...reported.flatMap((one) => driftLines(one, palette)),
    ...open.flatMap((one) => driftLines(one, palette)),
    ...(notSampled.length === 0 || quiet
      ? []
      : [safe`  ${palette.dim(`not sampled in this run: ${notSampled.join(", ")}`)}`]),
  ];
};

/** More findings than these are left to the reports of the checks. */
const maxFindings = 10;

const findingLine = ({ fact, check, operation, pointer, message }: Finding): SafeText =>
  safe`  ${fact} ${check} ${`${operation} ${pointer}`.trim()}: ${message}`;

const findingLines = ({ findings }: DriftReport, palette: Palette): readonly SafeText[] => {
  const fresh = findings.filter(({ known, severity }) => !known && severity === "error");
  if (fresh.length === 0) return [];
  const more = fresh.length - maxFindings;
  return [
    palette.bad(`${plural(fresh.length, "finding")} against the OpenAPI documents`),
    ...fresh.slice(0, maxFindings).map(findingLine),
    ...(more > 0 ? [safe`  ${more} more: --report names them all`] : []),
  ];
};

const exitLine = ({ exitCode, results }: DriftReport): string => {
  switch (exitCode) {
    case 0:
      return "nothing that breaks";
    case 1:
      return results.some(({ night }) => night.drift.breaking > 0)
        ? "breaking drift. To accept a change that is meant: tripact drift accept FINGERPRINT"
        : "no breaking drift, but the OpenAPI documents are broken";
    case 3:
      return "could not be judged";
    case 130:
      return "interrupted";
    default:
      return "stopped by a safety rule or a spent budget";
  }
};

/** Each line below its own margin. */
const lines = (all: readonly SafeText[], width: number): SafeText =>
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
  return lines(
    [
      ...report.results.flatMap((result) => resultLines(result, palette, quiet)),
      ...findingLines(report, palette),
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

const movesIn = (night: OperationRun, drift: ReadonlyMap<string, Drift>): string =>
  night.changes.map((fingerprint) => drift.get(fingerprint)?.kind ?? fingerprint).join(", ");

const statusesOf = ({ statuses }: OperationRun): string =>
  Object.entries(statuses)
    .map(([status, count]) => `${status}×${count}`)
    .join(" ");

const historyLines = (history: DriftHistory, palette: Palette): readonly SafeText[] => {
  const drift = new Map(history.drift.map((one) => [one.fingerprint, one]));
  const nights = history.nights.map((night) => {
    const { new: fresh, standing, back, gone, inconclusive } = night.drift;
    const counts = `${fresh} new, ${standing + back} open, ${gone} gone, ${inconclusive} inconclusive`;
    const reported = night.status === "failed" ? palette.bad(`failed: ${night.reason ?? ""}`) : counts;
    return safe`  ${night.night === 0 ? "-" : night.night}  ${day(night.startedAt)}  ${night.status === "baseline" ? "baseline" : reported}`;
  });
  const operations = history.operations.flatMap(({ operation, nights: of }) => [
    safe`  ${palette.strong(operation)}`,
    ...of.map((night) => {
      const moves = movesIn(night, drift);
      const parts = [statusesOf(night), `${night.places} locations`, night.latency ?? ""].filter(
        (part) => part !== "",
      );
      return safe`    ${night.night}  ${day(night.startedAt)}  ${parts.join(", ")}${moves === "" ? "" : safe`  ${palette.warn(moves)}`}`;
    }),
  ]);
  const open = history.drift.filter(({ state }) => state === "standing");
  return [
    palette.strong(nameOf(history.target)),
    ...nights,
    ...operations,
    ...open.flatMap((one) => driftLines(one, palette)),
  ];
};

/** How every operation moved over the runs, one text for each target. */
export const historyTexts = function* (
  histories: Iterable<DriftHistory>,
  { color, lineWidth }: DriftTextOptions,
): Generator<SafeText> {
  let isEmpty = true;
  for (const history of histories) {
    yield lines(historyLines(history, createPalette(color)), lineWidth);
    isEmpty = false;
  }
  if (isEmpty) yield safe`no run yet\n`;
};
