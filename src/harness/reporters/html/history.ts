import type { Drift, DriftHistory, DriftTarget, RunSummary } from "../../model/drift.ts";
import { type Markup, markup as html } from "../markup.ts";

/** `donation` or, of another organization, `donation of north`. */
export const targetName = ({ interface: name, organization }: DriftTarget): string =>
  organization === "default" ? name : `${name} of ${organization}`;

/** Later than this nobody reads on; the store has the rest. */
const maxDrift = 500;
const maxNights = 400;

const minute = (time: string): string => time.slice(0, 16).replace("T", " ");

const head = (names: readonly string[]): Markup =>
  html`<thead>
    <tr>
      ${names.map((name) => html`<th scope="col">${name}</th>`)}
    </tr>
  </thead>`;

const nightRow = ({ startedAt, status, reason, drift, findings, requests }: RunSummary): Markup =>
  html`<tr>
    <th scope="row"><time datetime="${startedAt}">${minute(startedAt)}</time></th>
    <td>${status}${reason === undefined ? "" : html`<p class="reason">${reason}</p>`}</td>
    <td>${String(drift.new)}</td>
    <td>${String(drift.standing + drift.back)}</td>
    <td>${String(drift.gone)}</td>
    <td>${String(drift.inconclusive)}</td>
    <td>${String(drift.breaking)}</td>
    <td>${String(findings.error)} / ${String(findings.warning)}</td>
    <td>${String(requests)}</td>
  </tr>`;

const nightsTable = (nights: readonly RunSummary[], label: string): Markup =>
  html`<details>
    <summary>The same as a table of ${String(nights.length)} nights</summary>
    <div class="scroll" role="region" aria-label="Nights of ${label}" tabindex="0">
      <table>
        ${head([
          "Night",
          "Status",
          "New",
          "Standing",
          "Gone",
          "Inconclusive",
          "Breaking",
          "Errors / warnings",
          "Requests",
        ])}
        <tbody>
          ${nights.slice(-maxNights).toReversed().map(nightRow)}
        </tbody>
      </table>
    </div>
  </details>`;

const tints = { breaking: "failed", additive: "tolerated", informational: "" } as const;

const driftRow = (drift: Drift): Markup =>
  html`<tr>
    <td><span class="badge ${tints[drift.impact]}">${drift.impact}</span></td>
    <td>${drift.state}, ${drift.confidence}</td>
    <td>
      ${drift.message}
      <p class="reason"><code>${`${drift.operation} ${drift.pointer}`.trim()}</code></p>
    </td>
    <td><code>${drift.before}</code></td>
    <td><code>${drift.now}</code></td>
    <td>${minute(drift.firstSeen)}</td>
  </tr>`;

const driftTable = (all: readonly Drift[], label: string): Markup => {
  const told = all.filter(({ state }) => state !== "accepted").toReversed();
  if (told.length === 0) return html`<p class="empty">Nothing has drifted.</p>`;
  const more =
    told.length > maxDrift ? html`<p>${String(told.length - maxDrift)} older ones left out.</p>` : "";
  return html`<div class="scroll" role="region" aria-label="Drift of ${label}" tabindex="0">
      <table>
        ${head(["Impact", "State", "What changed", "Before", "Now", "First seen"])}
        <tbody>
          ${told.slice(0, maxDrift).map(driftRow)}
        </tbody>
      </table>
    </div>
    ${more}`;
};

const ofTarget = (history: DriftHistory, index: number): Markup => {
  const name = targetName(history.target);
  return html`<div class="group">
    <h3>${name} <span class="count">${history.target.address}</span></h3>
    <div class="charts" data-history="${String(index)}"></div>
    ${nightsTable(history.nights, name)} ${driftTable(history.drift, name)}
  </div>`;
};

/** The nights of every target as charts and as tables; nothing where no nights are kept. */
export const historySection = (histories: readonly DriftHistory[], withoutScript: Markup): Markup | "" =>
  histories.length === 0
    ? ""
    : html`<section id="history" aria-labelledby="history-title">
        <h2 id="history-title">History of drift</h2>
        ${withoutScript} ${histories.map(ofTarget)}
      </section>`;
