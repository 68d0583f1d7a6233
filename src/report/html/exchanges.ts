import type {
  ExchangeLog,
  LoggedAnswer,
  LoggedExchange,
  LoggedFailure,
  ReportInput,
} from "../../core/model/report-input.ts";
import { plural } from "../../core/output/plural.ts";
import { lines, type Markup, markup as html } from "../markup.ts";
import { problemsIn } from "../problem-words.ts";
import { filters } from "./filters.ts";

/** Further exchanges are only in the HAR; those that show a problem come first. */
const maxShown = 1000;

const headersText = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");

export const answerText = (answer: LoggedAnswer | LoggedFailure): string => {
  if (answer.kind === "failure") return `no answer: ${answer.reason}\n${answer.message}`;
  const body = answer.body ?? answer.shape;
  const shown = typeof body === "string" ? body : body === undefined ? "" : JSON.stringify(body, null, 2);
  return [String(answer.status), headersText(answer.headers), ...(shown === "" ? [] : ["", shown])].join(
    "\n",
  );
};

const requestText = (one: LoggedExchange): string =>
  [
    `${one.method} ${one.url}`,
    ...(one.authorization === "none" ? [] : [`authorization: ${one.authorization}`]),
    headersText(one.requestHeaders),
    ...(one.requestBody === undefined ? [] : ["", one.requestBody]),
  ].join("\n");

export const shownStatus = ({ answer }: LoggedExchange): string =>
  answer.kind === "response" ? String(answer.status) : answer.reason;

const milliseconds = (time: number): string =>
  time >= 1000 ? `${(time / 1000).toFixed(2)} s` : `${time < 10 ? time.toFixed(1) : Math.round(time)} ms`;

const elapsedOf = ({ answer }: LoggedExchange): number | undefined =>
  answer.kind === "response" ? answer.elapsedMs : undefined;

const pathOf = (url: string): string => {
  const parsed = URL.parse(url);
  return parsed === null ? url : parsed.pathname + parsed.search;
};

const row = (one: LoggedExchange, shows: readonly string[], slowest: number): Markup => {
  const elapsed = elapsedOf(one);
  return html`<details
    class="exchange"
    id="exchange-${String(one.number)}"
    data-evidence="${String(shows.length > 0)}"
  >
    <summary>
      <span class="number">${String(one.number)}</span>
      <span class="badge ${shows.length > 0 ? "failed" : ""}">${shownStatus(one)}</span>
      <code class="path" title="${one.url}">${one.method} ${pathOf(one.url)}</code>
      <meter class="lane" max="${String(slowest)}" value="${String(elapsed ?? 0)}" aria-hidden="true"></meter>
      <span class="time">${elapsed === undefined ? "" : milliseconds(elapsed)}</span>
    </summary>
    <p class="reason">asked for by ${one.check}</p>
    ${shows.map((what) => html`<p class="reason">evidence of ${what}</p>`)}
    <div class="body">
      <div>
        <p class="label">request</p>
        <pre>${lines(requestText(one))}</pre>
      </div>
      <div>
        <p class="label">answer</p>
        <pre>${lines(answerText(one.answer))}</pre>
      </div>
    </div>
  </details>`;
};

const listOf = (log: ExchangeLog, input: ReportInput): Markup => {
  const shows = new Map<number, string[]>();
  for (const { exchanges, what, facts } of problemsIn(input))
    for (const number of exchanges)
      shows.set(number, [...(shows.get(number) ?? []), `${facts.join(", ")}: ${what.replaceAll("`", "")}`]);
  const isEvidence = ({ number }: LoggedExchange): boolean => shows.has(number);
  const kept = new Set(
    [...log.entries.filter(isEvidence), ...log.entries.filter((one) => !isEvidence(one))].slice(0, maxShown),
  );
  const omitted = log.omitted + log.entries.length - kept.size;
  const slowest = log.entries.reduce((most, one) => Math.max(most, elapsedOf(one) ?? 0), 0.001);
  return html`${omitted === 0 ? "" : html`<p>${plural(omitted, "more exchange")} left out.</p>`}
    ${filters("exchange", "Exchanges", [], ["evidence", "only evidence of problems"])}
    <div id="exchange-list">
      ${log.entries.filter((one) => kept.has(one)).map((one) => row(one, shows.get(one.number) ?? [], slowest))}
    </div>`;
};

export const exchangesSection = (input: ReportInput): Markup => {
  const { exchanges } = input;
  return html`<section id="exchanges" aria-labelledby="exchanges-title">
    <h2 id="exchanges-title">Exchanges</h2>
    ${
      exchanges === undefined
        ? html`<p class="empty">
            None available: the JSON reports of shards contain no exchanges, and a recording has its own.
          </p>`
        : html`<p>
              ${
                exchanges.isSandbox === true
                  ? "Long answers are cut short; nothing is masked, since the sandbox's records are invented."
                  : "Answers are shown by their shape, secrets by their names."
              }
              Bars show how long an answer took.
            </p>
            ${listOf(exchanges, input)}`
    }
  </section>`;
};
