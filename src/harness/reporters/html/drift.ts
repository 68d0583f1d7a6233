import type { Drift, DriftResult, DriftTarget } from "../../model/drift.ts";
import { plural } from "../../output/plural.ts";
import { type Markup, markup as html } from "../markup.ts";
import { table, type TableRow } from "./table.ts";

/** More than these are left to the store. */
const maxShown = 500;

const tints = { breaking: "failed", additive: "tolerated", informational: "" } as const;

/** The interface and, unless it is the default one, the organization. */
export const targetName = ({ interface: name, organization }: DriftTarget): string =>
  organization === "default" ? name : `${name} of ${organization}`;

export const minute = (time: string): string => time.slice(0, 16).replace("T", " ");

const isFresh = ({ state }: Drift): boolean => state === "new" || state === "back";

const impactBadge = ({ impact }: Drift): Markup =>
  html`<span class="badge ${tints[impact]}">${impact}</span>`;

const placeOf = ({ operation, pointer }: Drift): string => `${operation} ${pointer}`.trim();

/** A sentence whose names are in backquotes. */
const prose = (text: string): readonly (Markup | string)[] =>
  text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));

const rowOf = (drift: Drift): TableRow => ({
  cells: [
    html`${prose(drift.message)}
      <p class="reason"><code>${placeOf(drift)}</code></p>`,
    impactBadge(drift),
    `${drift.state}, ${drift.confidence}`,
    html`<code>${drift.before}</code>`,
    html`<code>${drift.now}</code>`,
    minute(drift.firstSeen),
  ],
});

/** Drift as a table, in the order given. */
export const driftTable = (all: readonly Drift[], label: string): Markup =>
  html`${table(
    `Drift of ${label}`,
    [
      "What changed",
      { title: "Impact", plain: true },
      { title: "State", plain: true },
      "Before",
      "Now",
      "First seen",
    ],
    all.slice(0, maxShown).map(rowOf),
  )}
  ${all.length > maxShown ? html`<p>${String(all.length - maxShown)} more left out.</p>` : ""}`;

const card = (drift: Drift): Markup =>
  html`<article class="finding ${tints[drift.impact]}" id="drift-${drift.fingerprint}">
    <h4 tabindex="-1">
      ${impactBadge(drift)}
      <span class="badge">${drift.state}, ${drift.confidence}</span> ${prose(drift.message)}
    </h4>
    <p class="where"><code>${placeOf(drift)}</code></p>
    <dl class="shapes">
      <div>
        <dt>before</dt>
        <dd><code>${drift.before}</code></dd>
      </div>
      <div>
        <dt>now</dt>
        <dd><code>${drift.now}</code></dd>
      </div>
    </dl>
    <p class="evidence">
      ${drift.kind} · first seen ${minute(drift.firstSeen)} · fingerprint <code>${drift.fingerprint}</code>
    </p>
  </article>`;

const others = (all: readonly Drift[], label: string): Markup | "" => {
  if (all.length === 0) return "";
  const counts = [...Map.groupBy(all, ({ state }) => (state === "standing" ? "known" : state))].map(
    ([state, own]) => `${own.length} ${state}`,
  );
  return html`<details>
    <summary>Not new: ${counts.join(", ")}</summary>
    ${driftTable(all, label)}
  </details>`;
};

const cards = (fresh: readonly Drift[]): Markup =>
  html`<div class="drift-list">${fresh.slice(0, maxShown).map(card)}</div>
    ${fresh.length > maxShown ? html`<p>${plural(fresh.length - maxShown, "more change")} left out.</p>` : ""}`;

const withoutNews = ({ night }: DriftResult): Markup => {
  switch (night.status) {
    case "failed":
      return html`<p class="notice">The run failed: ${night.reason ?? "nothing was sampled"}</p>`;
    case "baseline":
      return html`<p class="empty">The first run, with which later ones are compared.</p>`;
    case "compared":
      return html`<p class="empty">Nothing new.</p>`;
  }
};

const ofTarget = (result: DriftResult): Markup => {
  const { target, drift } = result;
  const name = targetName(target);
  const fresh = drift.filter(isFresh);
  const rest = drift.filter((one) => !isFresh(one));
  return html`<div class="group">
    <h3>${name} <span class="count">${target.address}</span></h3>
    ${fresh.length === 0 ? withoutNews(result) : cards(fresh)} ${others(rest, name)}
  </div>`;
};

/** How many changes a run has found that no run before it had, or that had gone. */
export const freshDrift = (results: readonly DriftResult[]): number =>
  results.reduce((sum, { drift }) => sum + drift.filter(isFresh).length, 0);

/** What is new in this run, targets with news first; nothing where the run was not compared with others. */
export const driftSection = (results: readonly DriftResult[]): Markup | "" => {
  if (results.length === 0) return "";
  const ranked = results.toSorted((left, right) => freshDrift([right]) - freshDrift([left]));
  return html`<section id="drift" aria-labelledby="drift-title">
    <h2 id="drift-title">New drift <span class="count">${String(freshDrift(results))}</span></h2>
    ${ranked.map(ofTarget)}
  </section>`;
};
