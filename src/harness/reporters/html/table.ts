import { type Markup, markup as html } from "../markup.ts";

export interface TableRow {
  readonly id?: string;
  /** What a filter of the page's script looks at, by the names of its fields. */
  readonly data?: Readonly<Record<string, string>>;
  /** The first one names the row. */
  readonly cells: readonly (Markup | string)[];
}

export interface TableColumn {
  readonly title: string;
  /** Whether the cell speaks for itself where the title is not above it: on a phone. */
  readonly plain?: boolean;
}

const columnOf = (column: TableColumn | string): TableColumn =>
  typeof column === "string" ? { title: column } : column;

// The roles are those that the elements have: a browser takes them away from rows that are laid out as blocks.
const cellOf = (cell: Markup | string, { title, plain = false }: TableColumn, isFirst: boolean): Markup => {
  if (isFirst) return html`<th scope="row" role="rowheader">${cell}</th>`;
  return plain
    ? html`<td role="cell">${cell}</td>`
    : html`<td role="cell" data-label="${title}">${cell}</td>`;
};

const empty: TableColumn = { title: "" };

const rowOf = ({ id, data = {}, cells }: TableRow, columns: readonly TableColumn[]): Markup =>
  html`<tr
    role="row"
    ${id === undefined ? "" : html`id="${id}" tabindex="-1"`}
    ${Object.entries(data).map(([name, value]) => html` data-${name}="${value}"`)}
  >
    ${cells.map((cell, index) => cellOf(cell, columns[index] ?? empty, index === 0))}
  </tr>`;

/** A table whose rows become blocks where the screen is narrow, each cell with its column's title before it. */
export const table = (
  label: string,
  heads: readonly (TableColumn | string)[],
  rows: readonly TableRow[],
): Markup => {
  const columns = heads.map(columnOf);
  return html`<table class="rows" role="table" aria-label="${label}">
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map(({ title }) => html`<th scope="col" role="columnheader">${title}</th>`)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map((row) => rowOf(row, columns))}
    </tbody>
  </table>`;
};
