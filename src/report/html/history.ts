import { releasesIn } from "../../core/model/drift-releases.ts";
import {
  type AskedHistory,
  type FieldHistory,
  fieldName,
  type FieldRun,
  type HistoryRelease,
  type RunSummary,
} from "../../core/model/drift.ts";
import type { ReportHistory } from "../../core/model/report-input.ts";
import { grouped } from "../../core/output/grouped.ts";
import { plural } from "../../core/output/plural.ts";
import { problemsOf } from "../../core/problems/problems-of.ts";
import { type Markup, markup as html } from "../markup.ts";
import type { PageAssets } from "./assets.ts";
import { chart, type ChartLine } from "./chart.ts";
import { moment } from "./inline.ts";
import { page } from "./page.ts";
import { problemTable, targetName } from "./problems.ts";
import { table, type TableRow } from "./table.ts";

/** Older runs are omitted; the store has them. */
const maxRuns = 400;

/** Fields with the runs that saw, or did not see, them. */
type FieldsInRuns = Pick<AskedHistory, "nights" | "releases" | "fields">;

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

const fieldRow = (
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
        fieldRow(
          night,
          runs.get(night.night),
          releases.find((one) => one.night === night.night),
        ),
      ),
  );
};

/** The parts common to a target's charts. A run without a number never reached the target and is left out. */
const chartRuns = ({ nights, releases }: FieldsInRuns) => {
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
const fieldChart = (field: FieldHistory, history: FieldsInRuns): Markup | "" => {
  const { runs, axis } = chartRuns(history);
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

const asTable = (runs: readonly RunSummary[], shown: Markup): Markup =>
  html`<details>
    <summary>The same as a table of ${plural(runs.length, "run")}</summary>
    ${shown}
  </details>`;

const fieldPart = (field: FieldHistory, isOpen: boolean, runs: FieldsInRuns): Markup =>
  html`<details class="field" ${isOpen ? "open" : ""}>
    <summary>
      <code>${fieldName(field)}</code>
      <span class="count">${field.documented ?? "not documented"}</span>
    </summary>
    ${fieldChart(field, runs)} ${asTable(runs.nights, fieldTable(field, runs))}
  </details>`;

/** Presence, types and nulls of fields in every run. */
const fieldParts = (runs: FieldsInRuns): Markup | "" =>
  runs.fields.length === 0
    ? ""
    : html`<h4>Fields in every run</h4>
        ${runs.fields.map((field) => fieldPart(field, runs.fields.length <= mostOpen, runs))}`;

const runRow = ({ startedAt, status, reason, drift, findings, requests }: RunSummary): TableRow => ({
  cells: [
    moment(startedAt),
    html`${status}${reason === undefined ? "" : html`<p class="reason">${reason}</p>`}`,
    ...[drift.new, drift.standing + drift.back, drift.gone, drift.inconclusive, drift.breaking].map(String),
    `${findings.error} / ${findings.warning}`,
    String(requests),
  ],
});

const nightsTable = (nights: readonly RunSummary[], label: string): Markup =>
  asTable(
    nights,
    table(
      `Runs of ${label}`,
      [
        "Run",
        { title: "Status", plain: true },
        "New",
        "Open",
        "Gone",
        "Inconclusive",
        "Breaking",
        "Errors / warnings",
        "Requests",
      ],
      nights.slice(-maxRuns).toReversed().map(runRow),
    ),
  );

/** Drift and findings by run; a failed run is a gap. */
const charts = (name: string, history: FieldsInRuns): Markup => {
  const { runs, axis } = chartRuns(history);
  const column = (of: (night: RunSummary) => number) =>
    runs.map((night) => (night.status === "failed" ? null : of(night)));
  return html`${chart({
    ...axis,
    title: `Drift of ${name}`,
    lines: [
      {
        label: "inconclusive",
        tint: "--dim",
        dash: [2, 4],
        values: column(({ drift }) => drift.inconclusive),
      },
      {
        label: "open changes",
        tint: "--link",
        values: column(({ drift }) => drift.new + drift.standing + drift.back),
      },
      { label: "breaking", tint: "--bad", dash: [8, 4], values: column(({ drift }) => drift.breaking) },
    ],
  })}
  ${chart({
    ...axis,
    title: `Findings of ${name}`,
    lines: [
      { label: "errors", tint: "--bad", values: column(({ findings }) => findings.error) },
      { label: "warnings", tint: "--warn", dash: [8, 4], values: column(({ findings }) => findings.warning) },
    ],
  })}`;
};

const ofTarget = (history: ReportHistory, fieldsFirst: boolean): Markup => {
  const name = targetName(history.target);
  const { target, groups, drift, nights, fields = [] } = history;
  const runs = { nights, releases: releasesIn(nights), fields };
  const parts = fieldParts(runs);
  return html`<div class="group">
    <h3>${name} <span class="count">${history.target.address}</span></h3>
    ${fieldsFirst ? parts : ""} ${charts(name, runs)} ${nightsTable(nights, name)}
    ${groups.length === 0 ? html`<p class="empty">Nothing has drifted.</p>` : problemTable(problemsOf({ findings: [], results: [{ target, groups, drift }] }), `Changes of ${name}`)}
    ${fieldsFirst ? "" : parts}
  </div>`;
};

/** Charts and tables of every target; empty without runs. @param fieldsFirst whether fields were selected */
export const historySection = (histories: readonly ReportHistory[], fieldsFirst = false): Markup | "" =>
  histories.length === 0
    ? ""
    : html`<section id="history" aria-labelledby="history-title">
        <h2 id="history-title">History of drift</h2>
        ${histories.map((one) => ofTarget(one, fieldsFirst))}
      </section>`;

/** A self-contained page of the targets' histories. @param heading the selection: an operation id */
export const htmlHistory = (
  heading: string,
  histories: readonly ReportHistory[],
  tool: { readonly name: string; readonly version: string },
  assets: PageAssets,
): string => {
  const runs = histories.reduce((sum, { nights }) => sum + nights.length, 0);
  return page(
    {
      tool,
      title: `${heading} · ${tool.name}`,
      about: "the history",
      navigation: html`<p class="count">${plural(histories.length, "target")}, ${plural(runs, "run")}</p>`,
      main: html`<h1>${heading}</h1>
        ${histories.length === 0 ? html`<p class="empty">No run yet.</p>` : historySection(histories, true)}`,
    },
    assets,
  );
};
