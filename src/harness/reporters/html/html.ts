import { createHash } from "node:crypto";
import { raw } from "hono/html";
import type { FactResult, UnknownResult } from "../../model/report.ts";
import type { ReportInput } from "../../model/report-input.ts";
import { plural } from "../../output/plural.ts";
import { type FactOutcome, fails, factOutcomes } from "../fact-outcomes.ts";
import type { PageAssets } from "./assets.ts";
import { historySection } from "./history.ts";
import { type Markup, markup as html } from "../markup.ts";
import { recordingWords } from "../recording-words.ts";
import { runNotes } from "../run-notes.ts";
import { pageData } from "./page-data.ts";

const names: Readonly<Record<FactOutcome["outcome"], readonly [sign: string, word: string]>> = {
  passed: ["✓", "passed"],
  failed: ["✗", "failed"],
  broken: ["!", "not judged"],
  tolerated: ["~", "tolerated"],
  skipped: ["–", "skipped"],
};

const titles: Readonly<Record<string, string>> = {
  general: "All interfaces",
  crm: "CRM interface",
  donation: "Donation interface",
  volunteer: "Volunteer interface",
  other: "Other",
};

const duration = (milliseconds: number): string =>
  milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;

const verdictOf = ({ report }: ReportInput): readonly [kind: string, words: string] => {
  if (report.findings.some(fails)) return ["failed", "Not conformant"];
  return report.run.complete ? ["passed", "Conformant"] : ["broken", "Not judged to the end"];
};

const figure = (value: string, label: string, kind = ""): Markup =>
  html`<div class="figure ${kind}">
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`;

const targetsOf = ({ report }: ReportInput): Markup[] =>
  Object.entries(report.run.targets).map(([name, url]) => html`<li><b>${name}</b> <code>${url}</code></li>`);

const stopped = ({ report: { run, facts } }: ReportInput): Markup | "" => {
  if (run.complete) return "";
  const missed = facts.filter(
    ({ status, reason }) => status === "skipped" && /^(not reached|no answer)/.test(reason ?? ""),
  );
  return html`<p class="notice" role="note">
    <b>The run is incomplete:</b> ${run.stopped ?? "no reason was given"}.
    ${missed.length === 0 ? "" : `${plural(missed.length, "fact")} not reached: ${missed.map(({ id }) => id).join(", ")}.`}
  </p>`;
};

/** What was not put back is for somebody to do; the rest is good to know. */
const notesOf = (notes: readonly string[]): Markup =>
  html`<details ${notes.some((note) => /not (?:put back|replaced)/.test(note)) ? "open" : ""}>
    <summary>What the run wrote, and where it was sent on (${String(notes.length)})</summary>
    <ul>
      ${notes.map((note) => html`<li>${note}</li>`)}
    </ul>
  </details>`;

const summary = (input: ReportInput, outcomes: readonly FactOutcome[]): Markup => {
  const { run, summary: sums, resolved } = input.report;
  const [kind, words] = verdictOf(input);
  const known = input.report.findings.filter((finding) => finding.known).length;
  const notes = runNotes(input.report);
  const broken = outcomes.filter(({ outcome }) => outcome === "broken").length;
  return html`<section id="summary" aria-labelledby="summary-title">
    <h1 id="summary-title"><span class="verdict ${kind}">${words}</span></h1>
    ${stopped(input)}
    <dl class="figures">
      ${figure(String(sums.facts.passed), "facts passed", "passed")}
      ${figure(String(sums.facts.failed), "facts failed", sums.facts.failed > 0 ? "failed" : "")}
      ${broken === 0 ? "" : figure(String(broken), "of them not judged", "broken")}
      ${figure(String(sums.facts.skipped), "facts skipped")}
      ${figure(sums.findings.error.toLocaleString("en"), "errors", sums.findings.error > 0 ? "failed" : "")}
      ${figure(sums.findings.warning.toLocaleString("en"), "warnings", sums.findings.warning > 0 ? "tolerated" : "")}
      ${known === 0 ? "" : figure(known.toLocaleString("en"), "of them known")}
      ${figure(sums.requests.toLocaleString("en"), "requests")}
      ${run.elapsedMs > 0 ? figure(duration(run.elapsedMs), "elapsed") : ""}
    </dl>
    <ul class="targets">
      ${targetsOf(input)}
      <li>started <time datetime="${run.startedAt}">${run.startedAt}</time></li>
      <li>seed ${String(run.seed)}, run <code>${run.id}</code></li>
    </ul>
    ${notes.length === 0 ? "" : notesOf(notes)}
    ${
      resolved.length === 0
        ? ""
        : html`<p>
            Known from the baseline and no longer there:
            ${resolved.map((fingerprint) => html`<code>${fingerprint}</code> `)}
          </p>`
    }
  </section>`;
};

const more = (count: number, noun: string, nouns = `${noun}s`): Markup | "" =>
  count === 0 ? "" : html`<p>and ${plural(count, `more ${noun}`, `more ${nouns}`)}</p>`;

/** A table that scrolls by itself where the screen is narrow. */
const scrolled = (label: string, heads: readonly string[], rows: readonly Markup[]): Markup =>
  html`<div class="scroll" role="region" aria-label="${label}" tabindex="0">
    <table>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;

const recordingSection = ({ report }: ReportInput): Markup | "" => {
  const words = recordingWords(report);
  if (words === undefined) return "";
  const { line, files, unmatched, troubles } = words;
  const fileRows = files.shown.map(
    ({ file, format, entries }) =>
      html`<tr>
        <td><code>${file}</code></td>
        <td>${format}</td>
        <td>${entries.toLocaleString("en")}</td>
      </tr>`,
  );
  const requestRows = unmatched.shown.map(
    ({ method, path, exchanges }) =>
      html`<tr>
        <td><code>${`${method} ${path}`}</code></td>
        <td>${exchanges.toLocaleString("en")}</td>
      </tr>`,
  );
  const places = troubles.shown.map(({ place, message }) => html`<li><code>${place}</code>: ${message}</li>`);
  return html`<section id="recording" aria-labelledby="recording-title">
    <h2 id="recording-title">Recording</h2>
    <p>${line}</p>
    ${
      places.length === 0
        ? ""
        : html`<ul class="notice">
            ${places}
          </ul>`
    }
    ${more(troubles.more, "place")}
    ${fileRows.length === 0 ? "" : scrolled("Files", ["File", "Format", "Entries"], fileRows)}
    ${more(files.more, "file")}
    ${
      requestRows.length === 0
        ? ""
        : scrolled("Requests without an operation", ["No documented operation", "Exchanges"], requestRows)
    }
    ${more(unmatched.more, "kind of request", "kinds of request")}
  </section>`;
};

const tile = ({ fact, outcome, statement, findings }: FactOutcome): Markup => {
  const [sign, word] = names[outcome];
  const count = findings.length === 0 ? "" : `, ${plural(findings.length, "finding")}`;
  return html`<li>
    <a class="tile ${outcome}" href="#fact-${fact.id}" title="${statement}"
      ><span aria-hidden="true">${sign}</span> ${fact.id}<span class="hidden">: ${word}${count}</span></a
    >
  </li>`;
};

const checksOf = ({ fact }: FactOutcome): Markup | string =>
  fact.checks.length === 0
    ? "none in this run"
    : html`<ul class="lines">
        ${fact.checks.map((check) => html`<li><code>${check}</code></li>`)}
      </ul>`;

const findingsLink = ({ fact, findings }: FactOutcome): Markup | "" =>
  findings.length === 0
    ? ""
    : html` <a class="to-findings" href="#findings" data-fact="${fact.id}"
        >${plural(findings.length, "finding")}</a
      >`;

const exchangesWord = ({ exchanges }: FactResult): string =>
  exchanges === 0 ? "" : `${plural(exchanges, "exchange")} judged`;

const factRow = (one: FactOutcome): Markup => {
  const [sign, word] = names[one.outcome];
  return html`<tr id="fact-${one.fact.id}" tabindex="-1">
    <th scope="row">${one.fact.id}</th>
    <td><span class="badge ${one.outcome}">${sign} ${word}</span></td>
    <td>
      ${one.statement} ${one.fact.reason === undefined ? "" : html`<p class="reason">${one.fact.reason}</p>`}
      <p class="reason">${exchangesWord(one.fact)}${findingsLink(one)}</p>
    </td>
    <td>${checksOf(one)}</td>
  </tr>`;
};

const legend = (outcomes: readonly FactOutcome[]): Markup[] =>
  [...Map.groupBy(outcomes, ({ outcome }) => outcome)].map(([outcome, own]) => {
    const [sign, word] = names[outcome];
    return html`<li><span class="badge ${outcome}">${sign} ${word}</span> ${String(own.length)}</li>`;
  });

const group = (name: string, own: readonly FactOutcome[]): Markup =>
  html`<div class="group">
    <h3 id="group-${name}">${titles[name] ?? name}</h3>
    <ul class="tiles" aria-labelledby="group-${name}">
      ${own.map(tile)}
    </ul>
    <details
      class="statements"
      ${own.some(({ outcome }) => outcome === "failed" || outcome === "broken") ? "open" : ""}
    >
      <summary>Statements and checks of ${plural(own.length, "fact")}</summary>
      <div class="scroll" role="region" aria-labelledby="group-${name}" tabindex="0">
        <table>
          <thead>
            <tr>
              <th scope="col">Fact</th>
              <th scope="col">Status</th>
              <th scope="col">Statement</th>
              <th scope="col">Checks behind it</th>
            </tr>
          </thead>
          <tbody>
            ${own.map(factRow)}
          </tbody>
        </table>
      </div>
    </details>
  </div>`;

const facts = (outcomes: readonly FactOutcome[]): Markup =>
  html`<section id="facts" aria-labelledby="facts-title">
    <h2 id="facts-title">Facts</h2>
    <ul class="legend">
      ${legend(outcomes)}
    </ul>
    ${[...Map.groupBy(outcomes, (one) => one.group)].map(([name, own]) => group(name, own))}
  </section>`;

const withoutScript = html`<noscript
  ><p class="notice">This part is drawn by a script of the page, which is switched off here.</p></noscript
>`;

const findings = ({ report }: ReportInput): Markup => {
  const head = html`<h2 id="findings-title">Findings</h2>`;
  if (report.findings.length === 0)
    return html`<section id="findings" aria-labelledby="findings-title">
      ${head}
      <p class="empty">No finding.</p>
    </section>`;
  const choice = (name: string, label: string, values: readonly string[]): Markup =>
    html`<label
      >${label}
      <select name="${name}">
        <option value="">all</option>
        ${values.map((value) => html`<option value="${value}">${value}</option>`)}
      </select></label
    >`;
  const distinct = (values: readonly string[]): string[] => [...new Set(values)].toSorted();
  return html`<section id="findings" aria-labelledby="findings-title">
    ${head} ${withoutScript}
    <form class="filters" id="finding-filters" role="search" aria-label="Findings">
      <label class="wide">Search <input type="search" name="text" autocomplete="off" /></label>
      ${choice("fact", "Fact", distinct(report.findings.map(({ fact }) => fact)))}
      ${choice("interface", "Interface", distinct(report.findings.map((one) => one.interface)))}
      ${choice("severity", "Severity", distinct(report.findings.map(({ severity }) => severity)))}
      <label class="check"><input type="checkbox" name="unknownOnly" /> hide known ones</label>
    </form>
    <p id="finding-count" role="status"></p>
    <div id="finding-list"></div>
    <p class="more"><button type="button" id="finding-more" hidden>Show more</button></p>
  </section>`;
};

const exchangesSection = ({ exchanges }: ReportInput): Markup => {
  const head = html`<h2 id="exchanges-title">Exchanges</h2>`;
  if (exchanges === undefined)
    return html`<section id="exchanges" aria-labelledby="exchanges-title">
      ${head}
      <p class="empty">
        None are at hand: the JSON reports of shards hold no exchanges, and a recording has its own.
      </p>
    </section>`;
  const omitted =
    exchanges.omitted === 0 ? "" : html`<p>${plural(exchanges.omitted, "more exchange")} left out.</p>`;
  return html`<section id="exchanges" aria-labelledby="exchanges-title">
    ${head}
    <p>
      In the order in which they are told. Answers stand here by their shape, secrets by their names; bars
      tell how long an answer took.
    </p>
    ${omitted} ${withoutScript}
    <form class="filters" id="exchange-filters" role="search" aria-label="Exchanges">
      <label class="wide">Search <input type="search" name="text" autocomplete="off" /></label>
      <label class="check"><input type="checkbox" name="withFinding" /> only evidence of findings</label>
    </form>
    <p id="exchange-count" role="status"></p>
    <div id="exchange-list"></div>
    <p class="more"><button type="button" id="exchange-more" hidden>Show more</button></p>
  </section>`;
};

/** Several observations stand in one text, apart by a semicolon. */
const lines = (told = ""): Markup =>
  html`<ul class="lines">
    ${[...new Set(told.split("; "))].map((one) => html`<li>${one}</li>`)}
  </ul>`;

const unknownsTable = (
  rows: readonly UnknownResult[],
  questions: ReadonlyMap<string, string>,
  label: string,
): Markup =>
  html`<div class="scroll" role="region" aria-label="${label}" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">Id</th>
          <th scope="col" class="question">Question</th>
          <th scope="col">Observed</th>
          <th scope="col" class="evidence">Evidence</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (one) =>
            html`<tr id="unknown-${one.id}">
              <th scope="row">${one.id}</th>
              <td>${questions.get(one.id) ?? ""}</td>
              <td>${lines(one.observed)}</td>
              <td>${lines(one.evidence)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;

const openTable = (rows: readonly UnknownResult[], questions: ReadonlyMap<string, string>): Markup =>
  html`<details>
    <summary>${plural(rows.length, "question")} without an observation</summary>
    <ul>
      ${rows.map(({ id }) => html`<li id="unknown-${id}"><b>${id}</b> ${questions.get(id) ?? ""}</li>`)}
    </ul>
  </details>`;

const unknowns = ({ report, catalogue }: ReportInput): Markup => {
  const questions = new Map(catalogue.unknowns.map(({ id, question }) => [id, question]));
  const observed = report.unknowns.filter(({ status }) => status === "observed");
  const open = report.unknowns.filter(({ status }) => status === "open");
  return html`<section id="unknowns" aria-labelledby="unknowns-title">
    <h2 id="unknowns-title">Open questions</h2>
    <p>
      What the specification leaves open. Whatever a target does there conforms: this is what it was seen to
      do.
    </p>
    ${
      observed.length === 0
        ? html`<p class="empty">Nothing was observed.</p>`
        : unknownsTable(observed, questions, "Observed answers")
    }
    ${open.length === 0 ? "" : openTable(open, questions)}
  </section>`;
};

const navigation = (input: ReportInput): Markup => {
  const { report, exchanges, history } = input;
  const link = (id: string, label: string, count?: number): Markup =>
    html`<li>
      <a href="#${id}"
        >${label}${count === undefined ? "" : html` <span class="count">${count.toLocaleString("en")}</span>`}</a
      >
    </li>`;
  return html`<nav aria-label="Parts of the report">
    <ul>
      ${link("summary", "Summary")}
      ${report.recording === undefined ? "" : link("recording", "Recording", report.recording.entries)}
      ${link("facts", "Facts", report.facts.length)} ${link("findings", "Findings", report.findings.length)}
      ${link("exchanges", "Exchanges", exchanges?.entries.length)}
      ${link(
        "unknowns",
        "Open questions",
        report.unknowns.filter(({ status }) => status === "observed").length,
      )}
      ${history === undefined || history.length === 0 ? "" : link("history", "History", history.length)}
    </ul>
  </nav>`;
};

const hashOf = (content: string): string =>
  `'sha256-${createHash("sha256").update(content).digest("base64")}'`;

/** Nothing is loaded from anywhere, and no script or style runs but the page's own. */
const policy = (scripts: readonly string[], styles: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src ${scripts.map(hashOf).join(" ")}`,
    `style-src ${styles.map(hashOf).join(" ")}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");

/**
 * One page that a person opens offline after a red night: the summary, the facts as a matrix, the findings, the
 * exchanges, the open questions and, where there is one, the history. It carries everything within itself.
 */
export const htmlReport = (input: ReportInput, assets: PageAssets): string => {
  const outcomes = factOutcomes(input);
  const { tool, run } = input.report;
  const hasCharts = assets.charts !== undefined && (input.history?.length ?? 0) > 0;
  const charts = hasCharts && assets.charts !== undefined ? assets.charts : undefined;
  const notice = charts === undefined ? "" : `/*\nuPlot\n${charts.licence.replaceAll("*/", "* /")}*/\n`;
  const scripts = [...(charts === undefined ? [] : [`${notice}${charts.script}`]), assets.script];
  const styles = [assets.style, ...(charts === undefined ? [] : [charts.style])];
  const [, words] = verdictOf(input);
  return `${String(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta http-equiv="Content-Security-Policy" content="${policy(scripts, styles)}" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="generator" content="${tool.name} ${tool.version}" />
          <title>${words} · ${tool.name} ${run.startedAt.slice(0, 10)}</title>
          <link rel="icon" href="data:," />
          ${raw(styles.map((style) => `<style>${style}</style>`).join("\n"))}
        </head>
        <body>
          <a class="skip" href="#main">Skip to the report</a>
          <header>
            <p class="brand">${tool.name} <span class="count">${tool.version}</span></p>
            ${navigation(input)}
          </header>
          <main id="main" tabindex="-1">
            ${summary(input, outcomes)} ${recordingSection(input)} ${facts(outcomes)} ${findings(input)}
            ${exchangesSection(input)} ${unknowns(input)}
            ${historySection(input.history ?? [], withoutScript)}
          </main>
          ${raw(`<script type="application/json" id="data">${pageData(input)}</script>`)}
          ${raw(scripts.map((script) => `<script>${script}</script>`).join("\n"))}
        </body>
      </html> `,
  )}`;
};
