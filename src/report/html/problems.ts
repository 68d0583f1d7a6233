import type { DriftTarget } from "../../core/model/drift.ts";
import type { Problem, ProblemPlace } from "../../core/model/problem.ts";
import type { ExchangeLog, LoggedExchange, ReportInput } from "../../core/model/report-input.ts";
import { plural } from "../../core/output/plural.ts";
import { lines, type Markup, markup as html } from "../markup.ts";
import {
  acceptLine,
  isNew,
  placeText,
  problemsIn,
  sentenceOf,
  sidesOf,
  sinceOf,
  stateText,
} from "../problem-words.ts";
import { answerText, shownStatus } from "./exchanges.ts";
import { minute, prose } from "./inline.ts";
import { type FilterChoice, filters } from "./filters.ts";
import { table, type TableRow } from "./table.ts";

/** Further problems are only in the JSON report. */
const maxShown = 2000;

const mostPlaces = 200;

/** The interface and, unless it is the default, the organization. */
export const targetName = ({ interface: name, organization }: DriftTarget): string =>
  organization === "default" ? name : `${name} of ${organization}`;

const badge = (problem: Problem): Markup =>
  html`<span class="badge ${problem.severity}">${problem.severity}, ${stateText(problem)}</span>`;

const codes = (names: readonly string[]): readonly Markup[] =>
  names.map((name, index) => html`${index === 0 ? "" : ", "}<code>${name}</code>`);

const facts = ({ facts: ids }: Problem, statements: ReadonlyMap<string, string>): readonly Markup[] =>
  ids.map((id) => html`<a href="#fact-${id}" title="${statements.get(id) ?? ""}">${id}</a> `);

/** Request and answer of the first exchange that shows a problem, with links to all of them. */
const evidence = (problem: Problem, exchanges: ReadonlyMap<number, LoggedExchange>): Markup | "" => {
  const shown = problem.exchanges.flatMap((number) => exchanges.get(number) ?? []);
  const [first] = shown;
  if (first === undefined) return "";
  return html`<details class="evidence">
    <summary>
      The answer that shows it: ${first.method} <code>${first.url}</code> → ${shownStatus(first)}
    </summary>
    <p class="reason">
      <code>${placeText(problem.places[0] ?? noPlace)}</code>: ${sidesOf(problem)[0]}
      <b>${problem.expected}</b>, ${sidesOf(problem)[1]} <b>${problem.actual}</b> · exchanges
      ${shown.map(({ number }, index) => html`${index === 0 ? "" : ", "}<a href="#exchange-${String(number)}">${String(number)}</a>`)}
    </p>
    <pre>${lines(answerText(first.answer))}</pre>
  </details>`;
};

const noPlace: ProblemPlace = { fingerprint: "", interface: "", operation: "*", pointer: "" };

const places = ({ places: all }: Problem): Markup | "" =>
  all.length < 2
    ? ""
    : html`<details class="places">
        <summary>${plural(all.length, "place")}</summary>
        <ul>
          ${all.slice(0, mostPlaces).map(
            (place) =>
              html`<li id="finding-${place.fingerprint}" tabindex="-1">
                <code>${placeText(place)}</code> ${place.item ?? ""}
                <span class="reason"><code>${place.fingerprint}</code></span>
              </li>`,
          )}
        </ul>
        ${all.length > mostPlaces ? html`<p>${String(all.length - mostPlaces)} more are in the JSON report.</p>` : ""}
      </details>`;

const script = ({ reproduce }: Problem): Markup | "" =>
  reproduce.length === 0
    ? ""
    : html`<div class="curl">
        <pre>${lines(reproduce.join("\n"))}</pre>
        <button type="button" data-copy>Copy</button>
      </div>`;

const sides = (problem: Problem): Markup | "" => {
  if (problem.kind === "unjudged") return "";
  const [before, now] = sidesOf(problem);
  return html`<dl class="shapes">
    <div>
      <dt>${before}</dt>
      <dd><code>${problem.expected}</code></dd>
    </div>
    <div>
      <dt>${now}</dt>
      <dd><code>${problem.actual}</code></dd>
    </div>
  </dl>`;
};

const about = (problem: Problem): Markup => {
  const { checks, since, places: all, kind } = problem;
  const accept = acceptLine(problem);
  return html`<p class="reason">
    ${problem.evidence}${checks.length === 0 ? "" : html` · check ${codes(checks)}`}
    ${since === undefined ? "" : ` · since ${sinceOf(problem)}`}
    ${accept === undefined ? "" : html` · if intended: <code>${accept}</code>`}
    ${kind === "violation" ? html` · fingerprint <code>${all[0]?.fingerprint ?? ""}</code>` : ""}
  </p>`;
};

const dataOf = ({ severity, facts: ids, places: all, state }: Problem): Markup =>
  html`data-severity="${severity}" data-fact="${ids.join(" ")}"
  data-interface="${[...new Set(all.map((place) => place.interface))].join(" ")}" data-state="${state}"`;

const card = (
  problem: Problem,
  statements: ReadonlyMap<string, string>,
  exchanges: ReadonlyMap<number, LoggedExchange>,
): Markup => {
  const { severity, where, also = [], advice, kind, places: all, fingerprint } = problem;
  const [fact = ""] = problem.facts;
  const id =
    kind === "violation"
      ? all.length === 1
        ? (all[0]?.fingerprint ?? fingerprint)
        : fingerprint
      : fingerprint;
  return html`<article class="finding ${severity}" id="finding-${id}" ${dataOf(problem)}>
    <h3 tabindex="-1">${badge(problem)} ${facts(problem, statements)} ${prose(sentenceOf(problem))}</h3>
    ${fact === "" ? "" : html`<p class="statement">${statements.get(fact) ?? ""}</p>`}
    ${kind === "violation" ? html`<p class="where"><code>${where}</code></p>` : ""} ${sides(problem)}
    ${
      also.length === 0
        ? ""
        : html`<ul class="reason">
            ${also.map((text) => html`<li>${prose(text)}</li>`)}
          </ul>`
    }
    ${advice === undefined ? "" : html`<p>${prose(advice)}</p>`} ${script(problem)}
    ${evidence(problem, exchanges)} ${places(problem)} ${about(problem)}
  </article>`;
};

const rowOf = (problem: Problem): TableRow => ({
  cells: [
    html`${prose(sentenceOf(problem))}
      <p class="reason"><code>${problem.fingerprint}</code></p>`,
    badge(problem),
    html`<code>${problem.expected}</code>`,
    html`<code>${problem.actual}</code>`,
    problem.since === undefined ? "" : minute(problem.since),
  ],
});

export const problemTable = (all: readonly Problem[], label: string): Markup =>
  table(
    label,
    ["What", { title: "State", plain: true }, "Before", "Now", "First seen"],
    all.slice(0, maxShown).map(rowOf),
  );

const byNumber = (log: ExchangeLog | undefined): ReadonlyMap<number, LoggedExchange> =>
  new Map((log?.entries ?? []).map((one) => [one.number, one]));

/** All problems: new ones as cards, the others in a table below. */
export const problemsSection = (input: ReportInput): Markup => {
  const problems = problemsIn(input);
  const fresh = problems.filter(isNew);
  const rest = problems.filter((one) => !isNew(one));
  const statements = new Map(input.catalogue.facts.map(({ id, statement }) => [id, statement]));
  const exchanges = byNumber(input.exchanges);
  const choice = (
    name: string,
    label: string,
    valuesOf: (one: Problem) => readonly string[],
  ): FilterChoice => ({
    name,
    label,
    values: [...new Set(fresh.flatMap(valuesOf))].toSorted().map((value): [string, string] => [value, value]),
  });
  const head = html`<h2 id="findings-title">Problems <span class="count">${String(fresh.length)}</span></h2>`;
  return html`<section id="findings" aria-labelledby="findings-title">
    ${head}
    ${
      fresh.length === 0
        ? html`<p class="empty">No new problem.</p>`
        : html`${filters("finding", "Problems", [
              choice("fact", "Fact", (one) => one.facts),
              choice("interface", "Interface", ({ places: all }) => all.map((place) => place.interface)),
              choice("severity", "Severity", ({ severity }) => [severity]),
            ])}
            <div id="finding-list">
              ${fresh.slice(0, maxShown).map((problem) => card(problem, statements, exchanges))}
            </div>`
    }
    ${fresh.length > maxShown ? html`<p>${plural(fresh.length - maxShown, "more problem")} left out.</p>` : ""}
    ${
      rest.length === 0
        ? ""
        : html`<details>
            <summary>Not new: ${plural(rest.length, "problem")}</summary>
            ${problemTable(rest, "Problems that are not new")}
          </details>`
    }
  </section>`;
};
