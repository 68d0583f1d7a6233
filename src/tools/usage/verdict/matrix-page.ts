import { raw } from "hono/html";
import { markup, type Markup } from "../../../harness/reporters/markup.ts";
import { describeUse } from "./describe-use.ts";
import type { Verdict } from "./judge-change.ts";
import { isSafe, type Matrix, type MatrixRow, placesOf, verdictsOf } from "./matrix.ts";

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 80rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.3rem; }
table { border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: .4rem .8rem; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
td ul { margin: .2rem 0 0; padding-left: 1.1rem; } td li { overflow-wrap: anywhere; font-size: .9em; }
.breaks { background: light-dark(#fbe4e2, #50201d); } .risk { background: light-dark(#fff0db, #4a3410); }
.where { display: block; font-weight: normal; overflow-wrap: anywhere; }
.table { overflow-x: auto; }
`;

const words: Readonly<Record<Verdict, string>> = { breaks: "breaks", "at risk": "may break", safe: "safe" };
const classes: Readonly<Record<Verdict, string>> = { breaks: "breaks", "at risk": "risk", safe: "" };

const cell = (row: MatrixRow, consumer: string): Markup => {
  const found = row.consumers.find((one) => one.consumer === consumer);
  if (found === undefined) return markup`<td>safe</td>`;
  const places = placesOf(found.uses).map(({ place, use }) => markup`<li>${place} ${describeUse(use)}</li>`);
  return markup`<td class="${classes[found.verdict]}">${words[found.verdict]}<ul>${places}</ul></td>`;
};

const rowOf = (row: MatrixRow, consumers: readonly string[]): Markup =>
  markup`<tr><th scope="row">${row.what}<span class="where">${row.where}</span><span class="where">${row.message}</span></th>${consumers.map((consumer) => cell(row, consumer))}</tr>`;

const verdictLine = (matrix: Matrix): string => {
  if (isSafe(matrix)) return "Safe to release: no consumer uses anything that changes.";
  const named = Object.entries(verdictsOf(matrix)).filter(([, verdict]) => verdict !== "safe");
  return `Not safe to release: ${named.map(([consumer, verdict]) => `${words[verdict]} ${consumer}`).join(", ")}.`;
};

const table = ({ consumers, rows }: Matrix): Markup =>
  markup`<div class="table" tabindex="0" role="region" aria-label="Changes and consumers"><table>
<thead><tr><th scope="col">Change</th>${consumers.map((consumer) => markup`<th scope="col">${consumer}</th>`)}</tr></thead>
<tbody>${rows.map((row) => rowOf(row, consumers))}</tbody></table></div>`;

/** The matrix as a page of its own: no script, nothing loaded from anywhere. */
export const matrixPage = (matrix: Matrix): string =>
  String(markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Changes and consumers</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><style>${raw(style)}</style></head>
<body><main><h1>Changes and consumers</h1><p>${verdictLine(matrix)}</p>
${matrix.rows.length === 0 ? "" : table(matrix)}</main></body></html>
`);
