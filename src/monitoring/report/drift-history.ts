import {
  type AskedHistory,
  type Drift,
  type DriftHistory,
  type FieldHistory,
  fieldName,
  type FieldRun,
  type OperationRun,
  type RunSummary,
} from "../../core/model/drift.ts";
import { isOpen } from "../../core/model/problem.ts";
import { grouped } from "../../core/output/grouped.ts";
import { createPalette, type Palette } from "../../core/output/palette.ts";
import { safe, type SafeText, trimmedSafe } from "../../core/output/safe-text.ts";
import { problemsOf } from "../../core/problems/problems-of.ts";
import { type DriftTextOptions, wrapLines } from "./drift-console.ts";
import { problemText } from "../../report/problem-lines.ts";
import { dayText, targetText } from "../../report/problem-words.ts";

/** A history whose runs may belong to another day than the one they began on. */
type DatedHistory = Omit<DriftHistory, "nights"> & {
  readonly nights: readonly (RunSummary & { readonly day?: string })[];
};

/** The day of the run that began at an instant. */
type DayOf = (startedAt: string) => string;

const daysOf = ({ nights }: DatedHistory): DayOf => {
  const days = new Map(nights.map((run) => [run.startedAt, run.day]));
  return (startedAt) => days.get(startedAt) ?? dayText(startedAt);
};

const movesIn = (changes: readonly string[], drift: readonly Drift[], palette: Palette): SafeText => {
  const kinds = changes.flatMap(
    (fingerprint) => drift.find((one) => one.fingerprint === fingerprint)?.kind ?? [],
  );
  return kinds.length === 0 ? safe`` : safe`  ${palette.warn(kinds.join(", "))}`;
};

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

const operationLine = (run: OperationRun, drift: readonly Drift[], dayOf: DayOf, palette: Palette) =>
  safe`    ${run.night}  ${dayOf(run.startedAt)}  ${answersOf(run)}${movesIn(run.changes, drift, palette)}`;

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

/** Lists every run: failed ones as gaps, and a line where a release begins. */
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
      own === undefined ? safe`    ${numberOf(night)}  ${dayText(night.startedAt)}  ${gap}` : lineOf(own),
    ];
  });

/** `in 98 of 100, string 95, null 3` */
const seenText = ({ parents, seen, types }: Pick<FieldRun, "parents" | "seen" | "types">): string => {
  const counts = Object.entries(types).map(([type, count]) => `${type} ${grouped(count)}`);
  return [`in ${grouped(seen)} of ${grouped(parents)}`, ...counts].join(", ");
};

const changesIn = ({ operations }: AskedHistory, night: number): readonly string[] =>
  operations.flatMap(({ nights }) => nights.find((one) => one.night === night)?.changes ?? []);

const fieldLines = (field: FieldHistory, history: AskedHistory, palette: Palette): readonly SafeText[] => {
  const drift = history.drift.filter(
    ({ status, pointer }) => status === field.status && pointer === field.pointer,
  );
  const lineOf = (run: FieldRun): SafeText => {
    const moves = movesIn(changesIn(history, run.night), drift, palette);
    return safe`    ${run.night}  ${dayText(run.startedAt)}  ${seenText(run)}${moves}`;
  };
  const { documented = "not documented" } = field;
  return [
    safe`  ${palette.strong(fieldName(field))} ${palette.dim(`(${documented})`)}`,
    ...overRuns(history, field.nights, lineOf, palette),
  ];
};

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
    ...overRuns(history, nights, (run) => operationLine(run, history.drift, dayText, palette), palette),
  ]),
  ...history.fields.map((field) => safe`  ${field.status} ${field.pointer}  ${seenText(sumOf(field))}`),
];

const runLines = (history: DatedHistory, dayOf: DayOf, palette: Palette): readonly SafeText[] => [
  ...history.nights.map((run) => runLine(run, dayOf, palette)),
  ...history.operations.flatMap(({ operation, nights }) => [
    safe`  ${palette.strong(operation)}`,
    ...nights.map((run) => operationLine(run, history.drift, dayOf, palette)),
  ]),
];

const askedLines = (history: AskedHistory, ofFields: boolean, palette: Palette): readonly SafeText[] =>
  ofFields
    ? history.fields.flatMap((field) => fieldLines(field, history, palette))
    : operationLines(history, palette);

/** One text per target. @param asked the selected part of an operation */
export async function* historyTexts(
  histories: Iterable<DatedHistory | AskedHistory> | AsyncIterable<DatedHistory>,
  { color, lineWidth }: DriftTextOptions,
  asked?: "operation" | "fields",
): AsyncGenerator<SafeText> {
  const palette = createPalette(color);
  const ofFields = asked === "fields";
  let none = asked === undefined ? "no run yet" : "no run has sampled it";
  for await (const history of histories) {
    none = "";
    const dayOf = daysOf(history);
    const isAsked = "releases" in history;
    if (isAsked && ofFields && history.fields.length === 0) continue;
    const lines = [
      palette.strong(targetText(history.target)),
      ...(isAsked ? askedLines(history, ofFields, palette) : runLines(history, dayOf, palette)),
      ...openLines(history, dayOf, palette),
    ];
    yield wrapLines(lines, lineWidth);
  }
  if (none !== "")
    yield safe`${none}
`;
}
