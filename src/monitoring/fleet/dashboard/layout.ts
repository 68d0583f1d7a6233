import { raw } from "hono/html";
import { chart, type ChartLine, type ChartParts } from "../../../report/html/chart.ts";
import { table as rowsTable, type TableColumn, type TableRow } from "../../../report/html/table.ts";
import { type Markup, markup as html } from "../../../report/markup.ts";
import { organizationPath } from "../file/derived-names.ts";

const pages = {
  "/": "Tonight",
  "/operations": "Operations",
  "/organizations": "Organizations",
  "/work": "Work",
} as const;

export type PagePath = keyof typeof pages;

/** A whole page. `here` is its menu entry. */
export const layout = (title: string, here: PagePath | undefined, content: Markup): Markup =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title} · tripact fleet</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/assets/dashboard.css" />
      </head>
      <body>
        <a class="skip" href="#content">To the content</a>
        <header>
          <p class="brand">tripact fleet</p>
          <nav aria-label="Pages">
            <ul>
              ${Object.entries(pages).map(
                ([path, name]) =>
                  html`<li>
                    <a href="${path}" ${path === here ? raw('aria-current="page"') : ""}>${name}</a>
                  </li>`,
              )}
            </ul>
          </nav>
        </header>
        <main id="content" tabindex="-1">
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`;

/** A table with its heading. */
export interface Section {
  readonly heading: string;
  readonly columns: readonly (TableColumn | string)[];
  readonly rows: readonly TableRow["cells"][];
  /** What it says without rows. */
  readonly empty: string;
}

/** Tables in their order; those without rows say so in one line after the others. */
export const sections = (all: readonly Section[]): Markup => {
  const empty = all.filter(({ rows }) => rows.length === 0).map((one) => one.empty);
  return html`${all
    .filter(({ rows }) => rows.length > 0)
    .map(
      ({ heading, columns, rows }) =>
        html`<h2>${heading}</h2>
          ${rowsTable(
            heading,
            columns,
            rows.map((cells) => ({ cells })),
          )}`,
    )}
  ${empty.length === 0 ? "" : html`<p class="empty">${empty.join(" ")}</p>`}`;
};

/** A table that turns into blocks on a narrow page; a sentence if it has no rows. */
export const dashboardTable = (
  label: string,
  columns: readonly (TableColumn | string)[],
  rows: readonly TableRow["cells"][],
  empty: string,
): Markup =>
  rows.length === 0
    ? html`<p class="empty">${empty}</p>`
    : rowsTable(
        label,
        columns,
        rows.map((cells) => ({ cells })),
      );

/** Curves or bars by day, with the same data in a table below. */
export const daysChart = (
  caption: string,
  days: readonly string[],
  series: readonly ChartLine[],
  form: Pick<ChartParts, "isShare" | "isStacked"> = {},
): Markup => {
  const columns = ["Day", ...series.map(({ label }) => ({ title: label, isNumber: true }))];
  const rows = days
    .map((day, index): TableRow["cells"] => [day, ...series.map(({ values }) => values[index] ?? "–")])
    .toReversed();
  return html`${chart({ title: caption, moments: days, lines: series, ...form })}
    <details>
      <summary>${caption}, as a table</summary>
      ${dashboardTable(caption, columns, rows, "There is no day yet.")}
    </details>`;
};

const tints = { error: "failed", warning: "warning", info: "" } as const;

export const badge = (word: string, severity: keyof typeof tints): Markup =>
  html`<span class="badge ${tints[severity]}">${word}</span>`;

export const organizationLink = (name: string): Markup =>
  html`<a href="${organizationPath(name)}">${name}</a>`;

export const operationLink = (of: string, operation: string): Markup =>
  html`<a href="/operations/${encodeURIComponent(of)}/${encodeURIComponent(operation)}">${operation}</a>`;

/** Labelled counts. */
export const cards = (
  counts: readonly (readonly [name: string, count: number, tint?: "passed" | "failed" | "warning"])[],
): Markup =>
  html`<ul class="cards">
    ${counts.map(
      ([name, count, tint]) =>
        html`<li class="${count > 0 ? (tint ?? "") : ""}"><b>${count.toLocaleString("en")}</b> ${name}</li>`,
    )}
  </ul>`;
