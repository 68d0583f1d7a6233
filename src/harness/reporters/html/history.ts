import { releasesIn } from "../../model/drift-releases.ts";
import type { HistoryRelease, RunSummary } from "../../model/drift.ts";
import type { ReportHistory } from "../../model/report-input.ts";
import { plural } from "../../output/plural.ts";
import { type Markup, markup as html } from "../markup.ts";
import { problemsOf } from "../../problems/problems-of.ts";
import { chart } from "./chart.ts";
import { chartRuns, fieldParts } from "./field-history.ts";
import { moment } from "./inline.ts";
import { problemTable, targetName } from "./problems.ts";
import { table, type TableRow } from "./table.ts";

/** Older runs are omitted; the store has them. */
const maxRuns = 400;

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
  html`<details>
    <summary>The same as a table of ${plural(nights.length, "run")}</summary>
    ${table(
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
    )}
  </details>`;

/** Drift and findings by run; a failed run is a gap. */
const charts = (name: string, nights: readonly RunSummary[], releases: readonly HistoryRelease[]): Markup => {
  const { runs, axis } = chartRuns(nights, releases);
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
  const releases = releasesIn(nights);
  const parts = fieldParts({ nights, releases, fields });
  return html`<div class="group">
    <h3>${name} <span class="count">${history.target.address}</span></h3>
    ${fieldsFirst ? parts : ""} ${charts(name, nights, releases)} ${nightsTable(history.nights, name)}
    ${groups.length === 0 ? html`<p class="empty">Nothing has drifted.</p>` : problemTable(problemsOf({ findings: [], results: [{ target, groups, drift }] }), `Changes of ${name}`)}
    ${fieldsFirst ? "" : parts}
  </div>`;
};

/**
 * The drift runs of every target as charts and tables; empty without stored runs.
 * @param fieldsFirst whether the fields were selected
 */
export const historySection = (histories: readonly ReportHistory[], fieldsFirst = false): Markup | "" =>
  histories.length === 0
    ? ""
    : html`<section id="history" aria-labelledby="history-title">
        <h2 id="history-title">History of drift</h2>
        ${histories.map((one) => ofTarget(one, fieldsFirst))}
      </section>`;
