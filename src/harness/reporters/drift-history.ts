import {
  type AskedHistory,
  type Drift,
  type DriftHistory,
  type FieldHistory,
  fieldName,
  type FieldRun,
  type OperationRun,
  type RunSummary,
} from "../model/drift.ts";
import { isOpen } from "../model/problem.ts";
import { grouped } from "../output/grouped.ts";
import { createPalette, type Palette } from "../output/palette.ts";
import { safe, type SafeText, trimmedSafe } from "../output/safe-text.ts";
import { problemsOf } from "../problems/problems-of.ts";
import { type DriftTextOptions, wrapLines } from "./drift-console.ts";
import { problemText } from "./problem-lines.ts";
import { day, targetText } from "./problem-words.ts";

/** A history of which runs may be of another day than the one on which they began. */
type DatedHistory = Omit<DriftHistory, "nights"> & {
  readonly nights: readonly (RunSummary & { readonly day?: string })[];
};

/** The day that the run is of which began at an instant. */
type DayOf = (startedAt: string) => string;

const daysOf = ({ nights }: DatedHistory): DayOf => {
  const days = new Map(nights.map((run) => [run.startedAt, run.day]));
  return (startedAt) => days.get(startedAt) ?? day(startedAt);
};

/** Kinds of what moved in a run, of the changes that are known. */
const movesIn = (changes: readonly string[], drift: readonly Drift[]): string =>
  changes
    .flatMap((fingerprint) => drift.find((one) => one.fingerprint === fingerprint)?.kind ?? [])
    .join(", ");

const numberOf = ({ night }: { readonly night: number }): number | string => (night === 0 ? "-" : night);

const failureOf = ({ reason }: RunSummary, palette: Palette): SafeText =>
  palette.bad(`failed: ${reason ?? "nothing was sampled"}`);

const runLine = (run: RunSummary, dayOf: DayOf, palette: Palette): SafeText => {
  const { new: fresh, standing, back, gone, inconclusive } = run.drift;
  const counts = `${fresh} new, ${standing + back} open, ${gone} gone, ${inconclusive} inconclusive`;
  const shown =
    run.status === "failed"
      ? failureOf(run, palette)
      : safe`${run.status === "baseline" ? "baseline" : counts}`;
  return safe`  ${numberOf(run)}  ${dayOf(run.startedAt)}  ${shown}`;
};

const answersOf = ({ statuses, places, latency = "" }: OperationRun): string => {
  const counts = Object.entries(statuses).map(([status, count]) => `${status}×${count}`);
  return [counts.join(" "), `${places} locations`, latency].filter((part) => part !== "").join(", ");
};

const operationLine = (run: OperationRun, drift: readonly Drift[], dayOf: DayOf, palette: Palette) => {
  const moves = movesIn(run.changes, drift);
  return safe`    ${run.night}  ${dayOf(run.startedAt)}  ${answersOf(run)}${moves === "" ? "" : safe`  ${palette.warn(moves)}`}`;
};

const openLines = (
  { target, groups, drift }: DatedHistory,
  dayOf: DayOf,
  palette: Palette,
): readonly SafeText[] =>
  problemsOf({ findings: [], results: [{ target, groups, drift }] })
    .filter(isOpen)
    .map(({ since, ...one }) =>
      trimmedSafe(
        problemText({ ...one, ...(since === undefined ? {} : { since: dayOf(since) }) }, Infinity, palette),
      ),
    )
    .map((line) => safe`  ${line}`);

const historyLines = (history: DatedHistory, palette: Palette): readonly SafeText[] => {
  const dayOf = daysOf(history);
  return [
    palette.strong(targetText(history.target)),
    ...history.nights.map((run) => runLine(run, dayOf, palette)),
    ...history.operations.flatMap(({ operation, nights }) => [
      safe`  ${palette.strong(operation)}`,
      ...nights.map((run) => operationLine(run, history.drift, dayOf, palette)),
    ]),
    ...openLines(history, dayOf, palette),
  ];
};

/** How every operation moved over the runs, one text for each target. */
export async function* historyTexts(
  histories: Iterable<DatedHistory> | AsyncIterable<DatedHistory>,
  { color, lineWidth }: DriftTextOptions,
): AsyncGenerator<SafeText> {
  let isEmpty = true;
  for await (const history of histories) {
    yield wrapLines(historyLines(history, createPalette(color)), lineWidth);
    isEmpty = false;
  }
  if (isEmpty) yield safe`no run yet\n`;
}

/** Every run in its turn: failed ones as gaps, and a line where a release begins. */
const overRuns = <Run extends { readonly night: number }>(
  { nights, releases }: AskedHistory,
  runs: readonly Run[],
  lineOf: (run: Run) => SafeText,
  palette: Palette,
): readonly SafeText[] =>
  nights.flatMap((night) => {
    const release = releases.find((one) => one.night === night.night);
    const own = runs.find((one) => one.night === night.night);
    const gap = night.status === "failed" ? failureOf(night, palette) : palette.dim("not sampled");
    return [
      ...(release === undefined ? [] : [safe`    ${palette.dim(`── tripact ${release.version} ──`)}`]),
      own === undefined ? safe`    ${numberOf(night)}  ${day(night.startedAt)}  ${gap}` : lineOf(own),
    ];
  });

/** `in 98 of 100, string 95, null 3` */
const seenText = ({ parents, seen, types }: Pick<FieldRun, "parents" | "seen" | "types">): string => {
  const counts = Object.entries(types).map(([type, count]) => `${type} ${grouped(count)}`);
  return [`in ${grouped(seen)} of ${grouped(parents)}`, ...counts].join(", ");
};

/** Fingerprints of what moved at a field's operation in a run. */
const changesIn = ({ operations }: AskedHistory, night: number): readonly string[] =>
  operations.flatMap(({ nights }) => nights.find((one) => one.night === night)?.changes ?? []);

const fieldLines = (field: FieldHistory, history: AskedHistory, palette: Palette): readonly SafeText[] => {
  const drift = history.drift.filter(
    ({ status, pointer }) => status === field.status && pointer === field.pointer,
  );
  const lineOf = (run: FieldRun): SafeText => {
    const moves = movesIn(changesIn(history, run.night), drift);
    return safe`    ${run.night}  ${day(run.startedAt)}  ${seenText(run)}${moves === "" ? "" : safe`  ${palette.warn(moves)}`}`;
  };
  const { documented = "not documented" } = field;
  return [
    safe`  ${palette.strong(fieldName(field))} ${palette.dim(`(${documented})`)}`,
    ...overRuns(history, field.nights, lineOf, palette),
  ];
};

/** All runs of a field together. */
const sumOf = ({ nights }: FieldHistory): Pick<FieldRun, "parents" | "seen" | "types"> => {
  const types: Record<string, number> = {};
  for (const night of nights)
    for (const [type, count] of Object.entries(night.types)) types[type] = (types[type] ?? 0) + count;
  return {
    parents: nights.reduce((sum, { parents }) => sum + parents, 0),
    seen: nights.reduce((sum, { seen }) => sum + seen, 0),
    types,
  };
};

const operationLines = (history: AskedHistory, palette: Palette): readonly SafeText[] => [
  ...history.operations.flatMap(({ operation, nights }) => [
    safe`  ${palette.strong(operation)}`,
    ...overRuns(history, nights, (run) => operationLine(run, history.drift, day, palette), palette),
  ]),
  ...history.fields.map((field) => safe`  ${field.status} ${field.pointer}  ${seenText(sumOf(field))}`),
];

/** What one operation, or fields of it where they were asked for, were in every run. */
export const askedHistoryTexts = function* (
  histories: readonly AskedHistory[],
  ofFields: boolean,
  { color, lineWidth }: DriftTextOptions,
): Generator<SafeText> {
  const palette = createPalette(color);
  for (const history of histories) {
    const { fields } = history;
    if (ofFields && fields.length === 0) continue;
    yield wrapLines(
      [
        palette.strong(targetText(history.target)),
        ...(ofFields
          ? fields.flatMap((field) => fieldLines(field, history, palette))
          : operationLines(history, palette)),
        ...openLines(history, day, palette),
      ],
      lineWidth,
    );
  }
  if (histories.length === 0) yield safe`no run has sampled it\n`;
};
