import { type Markup, markup as html } from "../markup.ts";

export interface TableRow {
  readonly id?: string;
  /** Data for the script's filters, by field name. */
  readonly data?: Readonly<Record<string, string>>;
  /** The first one names the row. */
  readonly cells: readonly (Markup | string | number)[];
}

export interface TableColumn {
  readonly title: string;
  /** Whether the cell needs no title, in narrow layouts without a header. */
  readonly plain?: boolean;
  /** Numbers are right-aligned. */
  readonly isNumber?: boolean;
}

type Cell = TableRow["cells"][number];

const columnOf = (column: TableColumn | string): TableColumn =>
  typeof column === "string" ? { title: column } : column;

const classOf = ({ isNumber = false }: TableColumn): Markup | "" => (isNumber ? html` class="number"` : "");

// The roles are implied, but browsers drop them from rows displayed as blocks.
const cellOf = (cell: Cell, column: TableColumn, isFirst: boolean): Markup => {
  const shown = typeof cell === "number" ? cell.toLocaleString("en") : cell;
  if (isFirst) return html`<th scope="row" role="rowheader">${shown}</th>`;
  const label = column.plain === true ? "" : html` data-label="${column.title}"`;
  return html`<td role="cell" ${classOf(column)}${label}>${shown}</td>`;
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

/** A table whose rows become blocks on narrow screens, each cell preceded by its column's title. */
export const table = (
  label: string,
  heads: readonly (TableColumn | string)[],
  rows: readonly TableRow[],
): Markup => {
  const columns = heads.map(columnOf);
  return html`<table class="rows" role="table" aria-label="${label}">
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map((column) => html`<th scope="col" role="columnheader" ${classOf(column)}>${column.title}</th>`)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map((row) => rowOf(row, columns))}
    </tbody>
  </table>`;
};
