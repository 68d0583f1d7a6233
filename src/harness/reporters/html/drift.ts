import type { DriftGroup, DriftResult, DriftTarget } from "../../model/drift.ts";
import { plural } from "../../output/plural.ts";
import { acceptCommand, evidenceOf, sinceOf } from "../drift-words.ts";
import { type Markup, markup as html } from "../markup.ts";
import { table, type TableRow } from "./table.ts";

/** More than these are left to the store. */
const maxShown = 500;

const tints = { breaking: "failed", additive: "tolerated", informational: "" } as const;

/** The interface and, unless it is the default one, the organization. */
export const targetName = ({ interface: name, organization }: DriftTarget): string =>
  organization === "default" ? name : `${name} of ${organization}`;

export const minute = (time: string): string => time.slice(0, 16).replace("T", " ");

const isFresh = ({ state }: DriftGroup): boolean => state === "new" || state === "back";

const impactBadge = ({ impact }: DriftGroup): Markup =>
  html`<span class="badge ${tints[impact]}">${impact}</span>`;

/** A sentence whose names are in backquotes. */
const prose = (text: string): readonly (Markup | string)[] =>
  text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));

const stateText = ({ state, confidence, accepted }: DriftGroup): string => {
  if (accepted?.until !== undefined) return `accepted until ${accepted.until}`;
  if (state === "accepted" || confidence === "inconclusive") return state;
  return `${state === "standing" ? "known" : state}, ${confidence}`;
};

const rowOf = (group: DriftGroup): TableRow => ({
  cells: [
    html`${prose(group.message)}
      <p class="reason">
        <code>${group.fingerprint}</code
        >${group.accepted?.note === undefined ? "" : ` ${group.accepted.note}`}
      </p>`,
    impactBadge(group),
    stateText(group),
    html`<code>${group.before}</code>`,
    html`<code>${group.now}</code>`,
    minute(group.firstSeen),
  ],
});

/** Drift as a table, in the order given. */
export const driftTable = (all: readonly DriftGroup[], label: string): Markup =>
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

const listed = (names: readonly string[]): readonly Markup[] =>
  names.map((name, index) => html`${index === 0 ? "" : ", "}<code>${name}</code>`);

/** So many operations are in the message of an entry. */
const fewOperations = 4;

const touched = ({ operations, types }: DriftGroup): Markup | "" => {
  const all = operations.length > fewOperations ? operations : [];
  if (all.length + types.length === 0) return "";
  const ofTypes = types.length === 0 ? "" : html`types ${listed(types)}`;
  return html`<p class="where">
    ${listed(all)}${all.length > 0 && types.length > 0 ? " · " : ""}${ofTypes}
  </p>`;
};

const card = (group: DriftGroup): Markup =>
  html`<article class="finding ${tints[group.impact]}" id="drift-${group.fingerprint}">
    <h4 tabindex="-1">
      ${impactBadge(group)} <span class="badge">${stateText(group)}</span> ${prose(group.message)}
    </h4>
    ${touched(group)}
    <dl class="shapes">
      <div>
        <dt>before</dt>
        <dd><code>${group.before}</code></dd>
      </div>
      <div>
        <dt>now</dt>
        <dd><code>${group.now}</code></dd>
      </div>
    </dl>
    <p>${prose(group.advice)}</p>
    ${
      group.curl === undefined
        ? ""
        : html`<details>
            <summary>A request that shows it</summary>
            <pre><code>${group.curl}</code></pre>
          </details>`
    }
    <p class="evidence">
      since ${sinceOf(group)} · ${evidenceOf(group)} · if it is meant:
      <code>${acceptCommand(group)}</code>
    </p>
  </article>`;

const others = (all: readonly DriftGroup[], label: string): Markup | "" => {
  if (all.length === 0) return "";
  const counts = [...Map.groupBy(all, ({ state }) => (state === "standing" ? "known" : state))].map(
    ([state, own]) => `${own.length} ${state}`,
  );
  return html`<details>
    <summary>Not new: ${counts.join(", ")}</summary>
    ${driftTable(all, label)}
  </details>`;
};

const cards = (fresh: readonly DriftGroup[]): Markup =>
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
  const { target, groups } = result;
  const name = targetName(target);
  const fresh = groups.filter(isFresh);
  const rest = groups.filter((one) => !isFresh(one));
  return html`<div class="group">
    <h3>${name} <span class="count">${target.address}</span></h3>
    ${fresh.length === 0 ? withoutNews(result) : cards(fresh)} ${others(rest, name)}
  </div>`;
};

/** How many changes a run has found that no run before it had, or that had gone. */
export const freshDrift = (results: readonly DriftResult[]): number =>
  results.reduce((sum, { groups }) => sum + groups.filter(isFresh).length, 0);

/** What is new in this run, targets with news first; nothing where the run was not compared with others. */
export const driftSection = (results: readonly DriftResult[]): Markup | "" => {
  if (results.length === 0) return "";
  const ranked = results.toSorted((left, right) => freshDrift([right]) - freshDrift([left]));
  return html`<section id="drift" aria-labelledby="drift-title">
    <h2 id="drift-title">New drift <span class="count">${String(freshDrift(results))}</span></h2>
    ${ranked.map(ofTarget)}
  </section>`;
};
