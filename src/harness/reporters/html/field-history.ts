import {
  type FieldHistory,
  fieldName,
  type FieldRun,
  type HistoryRelease,
  type RunSummary,
  type AskedHistory,
} from "../../model/drift.ts";
import { grouped } from "../../output/grouped.ts";
import { plural } from "../../output/plural.ts";
import { type Markup, markup as html } from "../markup.ts";
import { chart, type ChartLine } from "./chart.ts";
import { moment } from "./inline.ts";
import { table, type TableRow } from "./table.ts";

/** Fields with the runs that saw, or did not see, them. */
export type FieldsInRuns = Pick<AskedHistory, "nights" | "releases" | "fields">;

/** Older runs are omitted; the store has them. */
const maxRuns = 400;

/** If there are more, they start collapsed. */
const mostOpen = 4;

const typesOf = ({ types }: FieldRun): string =>
  Object.entries(types)
    .filter(([type]) => type !== "null")
    .map(([type, count]) => `${type} ${grouped(count)}`)
    .join(", ");

const cellsOf = (night: RunSummary, run: FieldRun | undefined): TableRow["cells"] => {
  if (run !== undefined)
    return [`${grouped(run.seen)} of ${grouped(run.parents)}`, grouped(run.types["null"] ?? 0), typesOf(run)];
  return [night.status === "failed" ? `failed run: ${night.reason ?? ""}` : "not sampled", "–", "–"];
};

const rowOf = (
  night: RunSummary,
  run: FieldRun | undefined,
  release: HistoryRelease | undefined,
): TableRow => ({
  cells: [
    html`${moment(night.startedAt)}${
      release === undefined ? "" : html`<p class="reason">first run of tripact ${release.version}</p>`
    }`,
    ...cellsOf(night, run),
  ],
});

const fieldTable = (field: FieldHistory, { nights, releases }: FieldsInRuns): Markup => {
  const runs = new Map(field.nights.map((run) => [run.night, run]));
  return table(
    `${fieldName(field)} by run`,
    ["Run", "Present", "Null", "Types"],
    nights
      .slice(-maxRuns)
      .toReversed()
      .map((night) =>
        rowOf(
          night,
          runs.get(night.night),
          releases.find((one) => one.night === night.night),
        ),
      ),
  );
};

/** The parts common to a target's charts. A run without a number never reached the target and is left out. */
export const chartRuns = (nights: readonly RunSummary[], releases: readonly HistoryRelease[]) => {
  const runs = nights.filter(({ night, status }) => night > 0 || status !== "failed");
  const marks = releases.map(({ startedAt, version }) => ({ moment: startedAt, name: `tripact ${version}` }));
  return { runs, axis: { moments: runs.map(({ startedAt }) => startedAt), marks } };
};

const dashesOfTypes = [
  [2, 4],
  [12, 4],
  [2, 2, 8, 2],
  [6, 6],
];

const percent = (count: number, of: number): number => (of === 0 ? 0 : Math.round((1000 * count) / of) / 10);

/** Types that a field had in any run, except null; none for a single type, which adds nothing to absence and null. */
const typesInRuns = ({ nights }: FieldHistory): readonly string[] => {
  const types = new Set(nights.flatMap((run) => Object.keys(run.types)).filter((type) => type !== "null"));
  return types.size < 2 ? [] : [...types];
};

/** Shares of a field by run; a run without evidence is a gap. */
const fieldChart = (field: FieldHistory, { nights, releases }: FieldsInRuns): Markup | "" => {
  const { runs, axis } = chartRuns(nights, releases);
  const inRun = new Map(field.nights.map((run) => [run.night, run]));
  const shares = (countOf: (run: FieldRun) => number, of: (run: FieldRun) => number) =>
    runs.map(({ night }) => {
      const run = inRun.get(night);
      return run === undefined ? null : percent(countOf(run), of(run));
    });
  const seen = (run: FieldRun): number => run.seen;
  return chart({
    ...axis,
    title: fieldName(field),
    isShare: true,
    lines: [
      { label: "present", tint: "--link", values: shares(seen, ({ parents }) => parents) },
      { label: "null", tint: "--bad", dash: [8, 4], values: shares((run) => run.types["null"] ?? 0, seen) },
      ...typesInRuns(field).map((type, index): ChartLine => ({
        label: type,
        tint: index % 2 === 0 ? "--dim" : "--warn",
        dash: dashesOfTypes[index % dashesOfTypes.length] ?? [],
        values: shares((run) => run.types[type] ?? 0, seen),
      })),
    ],
  });
};

const fieldPart = (field: FieldHistory, isOpen: boolean, runs: FieldsInRuns): Markup =>
  html`<details class="field" ${isOpen ? "open" : ""}>
    <summary>
      <code>${fieldName(field)}</code>
      <span class="count">${field.documented ?? "not documented"}</span>
    </summary>
    ${fieldChart(field, runs)}
    <details>
      <summary>The same as a table of ${plural(runs.nights.length, "run")}</summary>
      ${fieldTable(field, runs)}
    </details>
  </details>`;

/** Presence, types and nulls of fields in every run. */
export const fieldParts = (runs: FieldsInRuns): Markup | "" =>
  runs.fields.length === 0
    ? ""
    : html`<h4>Fields in every run</h4>
        ${runs.fields.map((field) => fieldPart(field, runs.fields.length <= mostOpen, runs))}`;
