import {
  type DriftHistory,
  type FieldHistory,
  fieldName,
  type FieldRun,
  type HistoryRelease,
  type RunSummary,
} from "../../model/drift.ts";
import { grouped } from "../../output/grouped.ts";
import { plural } from "../../output/plural.ts";
import { type Markup, markup as html } from "../markup.ts";
import { minute } from "./problems.ts";
import { table, type TableRow } from "./table.ts";

/** Fields beside the runs in which they were seen or not. */
export interface FieldsInRuns extends Pick<DriftHistory, "nights"> {
  readonly releases: readonly HistoryRelease[];
  readonly fields: readonly FieldHistory[];
}

/** Earlier than these nobody reads on; the store has the rest. */
const maxRuns = 400;

/** More than so many are opened one by one. */
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
    html`<time datetime="${night.startedAt}">${minute(night.startedAt)}</time>${
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

const fieldPart = (field: FieldHistory, at: string, isOpen: boolean, runs: FieldsInRuns): Markup =>
  html`<details class="field" ${isOpen ? "open" : ""}>
    <summary>
      <code>${fieldName(field)}</code>
      <span class="count">${field.documented ?? "not documented"}</span>
    </summary>
    <div class="charts" data-field="${at}"></div>
    <details>
      <summary>The same as a table of ${plural(runs.nights.length, "run")}</summary>
      ${fieldTable(field, runs)}
    </details>
  </details>`;

/** The presence, the types and the nulls of fields in every run. @param index of their history on the page */
export const fieldParts = (runs: FieldsInRuns, index: number): Markup | "" =>
  runs.fields.length === 0
    ? ""
    : html`<h4>Fields in every run</h4>
        ${runs.fields.map((field, at) => fieldPart(field, `${index} ${at}`, runs.fields.length <= mostOpen, runs))}`;
