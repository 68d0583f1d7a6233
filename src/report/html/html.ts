import type { FactResult, UnknownResult } from "../../core/model/report.ts";
import type { ReportInput } from "../../core/model/report-input.ts";
import { runVerdict } from "../../core/model/verdict.ts";
import { grouped } from "../../core/output/grouped.ts";
import { plural } from "../../core/output/plural.ts";
import { type FactOutcome, factOutcomes } from "../fact-outcomes.ts";
import type { PageAssets } from "./assets.ts";
import { exchangesSection } from "./exchanges.ts";
import { filters } from "./filters.ts";
import { historySection } from "./history.ts";
import { table, type TableRow } from "./table.ts";
import { duration } from "../../core/output/duration.ts";
import { type Markup, markup as html } from "../markup.ts";
import { recordingWords, requestName } from "../recording.ts";
import { isNew, problemsIn } from "../problem-words.ts";
import { runNotes } from "../run-notes.ts";
import { notReached } from "../skips.ts";
import { page } from "./page.ts";
import { minute } from "./inline.ts";
import { problemsSection } from "./problems.ts";

const verdictOf = ({ report }: ReportInput): readonly [kind: string, words: string] => {
  const { state, words } = runVerdict(report);
  const kind = state === "not-conformant" ? "failed" : state === "not-judged" ? "broken" : "passed";
  return [kind, `${words.charAt(0).toUpperCase()}${words.slice(1)}`];
};

/** A count of the run; empty for zero. */
const figure = (count: number, noun: string, kind = "", nouns?: string): Markup | "" =>
  count === 0
    ? ""
    : html`<li class="${kind}"><b>${grouped(count)}</b> ${count === 1 ? noun : (nouns ?? noun)}</li>`;

const isLeft = (note: string): boolean => /not (?:put back|replaced)/.test(note);

const aboutRun = ({ report }: ReportInput): Markup => {
  const { run, summary: sums, resolved } = report;
  return html`<details class="about">
    <summary>
      ${Object.keys(run.targets).join(", ")} · ${minute(run.startedAt)} · ${plural(sums.requests, "request")}
    </summary>
    <ul>
      ${Object.entries(run.targets).map(([name, url]) => html`<li><b>${name}</b> <code>${url}</code></li>`)}
      <li>
        started <time datetime="${run.startedAt}">${run.startedAt}</time>${
          run.elapsedMs > 0 ? `, took ${duration(run.elapsedMs)}` : ""
        }
      </li>
      <li>${report.recording === undefined ? `seed ${String(run.seed)}, ` : ""}run <code>${run.id}</code></li>
      ${runNotes(report)
        .filter((note) => !isLeft(note))
        .map((note) => html`<li>${note}</li>`)}
      ${
        resolved.length === 0
          ? ""
          : html`<li>
              Known from the baseline and no longer there:
              ${resolved.map((fingerprint) => html`<code>${fingerprint}</code> `)}
            </li>`
      }
    </ul>
  </details>`;
};

const stopped = ({ report: { run, facts } }: ReportInput): Markup | "" => {
  if (run.complete) return "";
  const missed = notReached(facts);
  return html`<div class="notice" role="note">
    <b>The run is incomplete:</b> ${run.stopped ?? "no reason was given"}
    ${
      missed.length === 0
        ? ""
        : html`<details>
            <summary>${plural(missed.length, "fact")} not reached</summary>
            ${missed.join(", ")}
          </details>`
    }
  </div>`;
};

/** Records still changed need manual work. */
const leftChanged = ({ report }: ReportInput): Markup | "" => {
  const left = runNotes(report).filter(isLeft);
  return left.length === 0
    ? ""
    : html`<ul class="notice">
        ${left.map((note) => html`<li>${note}</li>`)}
      </ul>`;
};

const summary = (input: ReportInput, outcomes: readonly FactOutcome[]): Markup => {
  const { summary: sums, findings } = input.report;
  const [kind, words] = verdictOf(input);
  const known = findings.filter((finding) => finding.known).length;
  const broken = outcomes.filter(({ outcome }) => outcome === "broken").length;
  const figures = [
    figure(sums.facts.passed, "fact passed", "passed", "facts passed"),
    figure(sums.facts.failed, "failed", "failed"),
    figure(broken, "of them not judged", "broken"),
    figure(sums.facts.skipped, "skipped"),
    figure(sums.findings.error, "error", "failed", "errors"),
    figure(sums.findings.warning, "warning", "tolerated", "warnings"),
    figure(known, "known finding", "", "known findings"),
  ];
  return html`<section id="summary" aria-labelledby="summary-title">
    <div class="top">
      <h1 id="summary-title"><span class="verdict ${kind}">${words}</span></h1>
      <ul class="figures">
        ${figures}
      </ul>
    </div>
    ${stopped(input)} ${leftChanged(input)} ${aboutRun(input)}
  </section>`;
};

const outcomeNames: Readonly<Record<FactOutcome["outcome"], readonly [sign: string, word: string]>> = {
  failed: ["✗", "failed"],
  broken: ["!", "not judged"],
  tolerated: ["~", "tolerated"],
  passed: ["✓", "passed"],
  skipped: ["–", "skipped"],
};

const checksOf = ({ fact }: FactOutcome): Markup | string =>
  fact.checks.length === 0
    ? "none in this run"
    : html`<ul class="lines">
        ${fact.checks.map((check) => html`<li><code>${check}</code></li>`)}
      </ul>`;

const problemsLink = ({ fact, problems }: FactOutcome): Markup | "" =>
  problems.length === 0
    ? ""
    : html` <a class="to-findings" href="#findings" data-fact="${fact.id}"
        >${plural(problems.length, "problem")}</a
      >`;

const exchangesWord = ({ exchanges }: FactResult): string =>
  exchanges === 0 ? "" : `${plural(exchanges, "exchange")} judged`;

const factRow = (one: FactOutcome): TableRow => {
  const [sign, word] = outcomeNames[one.outcome];
  return {
    id: `fact-${one.fact.id}`,
    data: { outcome: one.outcome, group: one.group },
    cells: [
      one.fact.id,
      html`<span class="badge ${one.outcome}">${sign} ${word}</span>`,
      html`${one.statement}
        ${one.fact.reason === undefined ? "" : html`<p class="reason">${one.fact.reason}</p>`}
        <p class="reason">${exchangesWord(one.fact)}${problemsLink(one)}</p>`,
      checksOf(one),
    ],
  };
};

/** All facts as rows of one table that the page's script filters. */
const factsSection = (outcomes: readonly FactOutcome[]): Markup => {
  const counted = (keyOf: (one: FactOutcome) => string): ReadonlyMap<string, number> =>
    new Map([...Map.groupBy(outcomes, keyOf)].map(([key, own]) => [key, own.length]));
  const byOutcome = counted(({ outcome }) => outcome);
  const byGroup = counted(({ group }) => group);
  const titles = new Map(outcomes.map(({ group, groupTitle }) => [group, groupTitle]));
  return html`<section id="facts" aria-labelledby="facts-title">
    <h2 id="facts-title">Facts</h2>
    ${filters("fact", "Facts", [
      {
        name: "outcome",
        label: "Status",
        values: Object.entries(outcomeNames)
          .filter(([outcome]) => byOutcome.has(outcome))
          .map(([outcome, [, word]]) => [outcome, `${word} (${byOutcome.get(outcome)})`]),
      },
      {
        name: "group",
        label: "Interface",
        values: [...byGroup].map(([group, count]) => [group, `${titles.get(group) ?? group} (${count})`]),
      },
    ])}
    ${table(
      "Facts",
      ["Fact", { title: "Status", plain: true }, { title: "Statement", plain: true }, "Checks behind it"],
      outcomes.map(factRow),
    )}
  </section>`;
};

const more = (count: number, noun: string, nouns = `${noun}s`): Markup | "" =>
  count === 0 ? "" : html`<p>and ${plural(count, `more ${noun}`, `more ${nouns}`)}</p>`;

const recordingSection = ({ report }: ReportInput): Markup | "" => {
  const words = recordingWords(report);
  if (words === undefined) return "";
  const { line, files, unmatched, troubles } = words;
  const fileRows = files.shown.map(({ file, format, entries }) => ({
    cells: [html`<code>${file}</code>`, format, grouped(entries)],
  }));
  const requestRows = unmatched.shown.map((request) => ({
    cells: [html`<code>${requestName(request)}</code>`, grouped(request.exchanges)],
  }));
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
    ${fileRows.length === 0 ? "" : table("Files", ["File", "Format", "Entries"], fileRows)}
    ${more(files.more, "file")}
    ${
      requestRows.length === 0
        ? ""
        : table("Requests without an operation", ["Documented nowhere", "Exchanges"], requestRows)
    }
    ${more(unmatched.more, "kind of request", "kinds of request")}
  </section>`;
};

/** Several observations are one text, separated by semicolons. */
const lines = (observed = ""): Markup =>
  html`<ul class="lines">
    ${[...new Set(observed.split("; "))].map((one) => html`<li>${one}</li>`)}
  </ul>`;

const unknownsTable = (rows: readonly UnknownResult[], questions: ReadonlyMap<string, string>): Markup =>
  table(
    "Observed answers",
    ["Id", { title: "Question", plain: true }, "Observed", "Evidence"],
    rows.map(({ id, observed, evidence }) => ({
      id: `unknown-${id}`,
      cells: [id, questions.get(id) ?? "", lines(observed), lines(evidence)],
    })),
  );

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
        : unknownsTable(observed, questions)
    }
    ${open.length === 0 ? "" : openTable(open, questions)}
  </section>`;
};

const navigation = (input: ReportInput): Markup => {
  const { report, exchanges, history } = input;
  const link = (id: string, label: string, count?: number): Markup =>
    html`<li>
      <a href="#${id}"
        >${label}${count === undefined ? "" : html` <span class="count">${grouped(count)}</span>`}</a
      >
    </li>`;
  return html`<nav aria-label="Parts of the report">
    <ul>
      ${link("findings", "Problems", problemsIn(input).filter(isNew).length)}
      ${link("facts", "Facts", report.facts.length)}
      ${report.recording === undefined ? "" : link("recording", "Recording", report.recording.entries)}
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

/** A self-contained page to open offline after a failed run: the verdict first, what supports it below. */
export const htmlReport = (input: ReportInput, assets: PageAssets): string => {
  const outcomes = factOutcomes(input);
  const { tool, run } = input.report;
  const [, words] = verdictOf(input);
  return page(
    {
      tool,
      title: `${words} · ${tool.name} ${run.startedAt.slice(0, 10)}`,
      about: "the report",
      navigation: html`${navigation(input)}
        <p class="keys count"><kbd>j</kbd> <kbd>k</kbd> next, previous</p>`,
      main: html`${summary(input, outcomes)} ${problemsSection(input)} ${factsSection(outcomes)}
      ${recordingSection(input)} ${exchangesSection(input)} ${unknowns(input)}
      ${historySection(input.history ?? [])}`,
    },
    assets,
  );
};
