import { raw } from "hono/html";
import { markup, type Markup } from "../../../report/markup.ts";
import { plural } from "../../../core/output/plural.ts";
import { describeUse } from "./describe-use.ts";
import type { UseVerdict } from "./judge-change.ts";
import { isSafe, type Matrix, type MatrixRow, useLocations, verdictsOf } from "./matrix.ts";

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 110rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.3rem; }
.verdicts { padding-left: 1.2rem; margin: -.6rem 0 1.2rem; }
.table { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: .4rem .8rem; overflow-wrap: break-word; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
th { min-width: 10.5rem; }
th[scope=row] { min-width: 17rem; max-width: 28rem; position: sticky; left: 0; background: Canvas; font-weight: normal; }
.what { font-weight: bold; } .what, .where, .message { display: block; } .message { font-size: .9em; }
.who { display: none; }
summary { cursor: pointer; } td ul { margin: .2rem 0 0; padding-left: 1.1rem; } td li { font-size: .9em; }
.breaks { background: light-dark(#fbe4e2, #50201d); } .risk { background: light-dark(#fff0db, #4a3410); }
@media (max-width: 45rem) {
  table, tbody, tr, th, td { display: block; } thead, .safe { display: none; } .who { display: inline; }
  tr { margin-bottom: 1rem; } th[scope=row] { position: static; min-width: 0; max-width: none; } td { border-top: 0; }
}
`;

const words: Readonly<Record<UseVerdict, string>> = {
  breaks: "breaks",
  "at risk": "may break",
  safe: "safe",
};
const classes: Readonly<Record<UseVerdict, string>> = { breaks: "breaks", "at risk": "risk", safe: "safe" };

/** Longer names exceed one line of a cell. */
const longestWhole = 20;

/** Allows a line break after each part of a long name. */
const breakable = (text: string): readonly Markup[] =>
  text.length <= longestWhole
    ? [markup`${text}`]
    : text
        .split(/(?<=[./])(?=\S)/)
        .map((part, index) => (index === 0 ? markup`${part}` : markup`<wbr>${part}`));

const cell = (row: MatrixRow, consumer: string): Markup => {
  const found = row.consumers.find((one) => one.consumer === consumer);
  if (found === undefined) return markup`<td role="cell" class="safe">safe</td>`;
  const { verdict, uses } = found;
  const locations = useLocations(uses);
  const items = locations.map(
    ({ location, use }) => markup`<li>${breakable(location)} ${breakable(describeUse(use))}</li>`,
  );
  return markup`<td role="cell" class="${classes[verdict]}"><details><summary>${words[verdict]}<span class="who"> ${consumer}</span> · ${plural(locations.length, "use")}</summary><ul>${items}</ul></details></td>`;
};

const rowOf = (row: MatrixRow, consumers: readonly string[]): Markup =>
  markup`<tr role="row"><th role="rowheader" scope="row"><span class="what">${row.what}</span><span class="where">${breakable(row.where)}</span><span class="message">${row.message}</span></th>${consumers.map((consumer) => cell(row, consumer))}</tr>`;

const verdictLines = (matrix: Matrix): Markup => {
  if (isSafe(matrix)) return markup`<p>Safe to release: no consumer uses anything that changes.</p>`;
  const verdicts = Object.entries(verdictsOf(matrix));
  const line = (verdict: UseVerdict): readonly Markup[] => {
    const named = verdicts.flatMap(([consumer, one]) => (one === verdict ? [consumer] : []));
    return named.length === 0 ? [] : [markup`<li>${words[verdict]}: ${named.join(", ")}</li>`];
  };
  return markup`<p>Not safe to release:</p><ul class="verdicts">${line("breaks")}${line("at risk")}${line("safe")}</ul>`;
};

// On a narrow screen the table looks like a list; the roles preserve its meaning.
const table = ({ consumers, rows }: Matrix): Markup =>
  markup`<div class="table" tabindex="0" role="region" aria-label="Changes and consumers"><table role="table">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Change</th>${consumers.map((consumer) => markup`<th role="columnheader" scope="col">${consumer}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map((row) => rowOf(row, consumers))}</tbody></table></div>`;

/** The matrix as a self-contained page without a script. */
export const matrixPage = (matrix: Matrix): string =>
  String(markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Changes and consumers</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><style>${raw(style)}</style></head>
<body><main><h1>Changes and consumers</h1>${verdictLines(matrix)}
${matrix.rows.length === 0 ? "" : table(matrix)}</main></body></html>
`);
