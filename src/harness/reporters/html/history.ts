import { releasesIn } from "../../model/drift-releases.ts";
import type { RunSummary } from "../../model/drift.ts";
import type { ReportHistory } from "../../model/report-input.ts";
import { plural } from "../../output/plural.ts";
import { type Markup, markup as html } from "../markup.ts";
import { problemsOf } from "../../problems/problems-of.ts";
import { fieldParts } from "./field-history.ts";
import { minute, problemTable, targetName } from "./problems.ts";
import { table, type TableRow } from "./table.ts";

/** Earlier than these nobody reads on; the store has the rest. */
const maxRuns = 400;

const runRow = ({ startedAt, status, reason, drift, findings, requests }: RunSummary): TableRow => ({
  cells: [
    html`<time datetime="${startedAt}">${minute(startedAt)}</time>`,
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

const ofTarget = (history: ReportHistory, index: number, fieldsFirst: boolean): Markup => {
  const name = targetName(history.target);
  const { target, groups, drift, nights, fields = [] } = history;
  const parts = fieldParts({ nights, releases: releasesIn(nights), fields }, index);
  return html`<div class="group">
    <h3>${name} <span class="count">${history.target.address}</span></h3>
    ${fieldsFirst ? parts : ""}
    <div class="charts" data-history="${String(index)}"></div>
    ${nightsTable(history.nights, name)}
    ${groups.length === 0 ? html`<p class="empty">Nothing has drifted.</p>` : problemTable(problemsOf({ findings: [], results: [{ target, groups, drift }] }), `Changes of ${name}`)}
    ${fieldsFirst ? "" : parts}
  </div>`;
};

/**
 * The drift runs of every target as charts and as tables; nothing where none are kept.
 * @param fieldsFirst where they are what was asked for
 */
export const historySection = (histories: readonly ReportHistory[], fieldsFirst = false): Markup | "" =>
  histories.length === 0
    ? ""
    : html`<section id="history" aria-labelledby="history-title">
        <h2 id="history-title">History of drift</h2>
        ${histories.map((one, index) => ofTarget(one, index, fieldsFirst))}
      </section>`;
