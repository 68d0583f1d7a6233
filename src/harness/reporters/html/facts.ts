import type { FactResult } from "../../model/report.ts";
import { plural } from "../../output/plural.ts";
import type { FactOutcome } from "../fact-outcomes.ts";
import { type Markup, markup as html } from "../markup.ts";
import { filters } from "./filters.ts";
import { table, type TableRow } from "./table.ts";

const names: Readonly<Record<FactOutcome["outcome"], readonly [sign: string, word: string]>> = {
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

const rowOf = (one: FactOutcome): TableRow => {
  const [sign, word] = names[one.outcome];
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
export const factsSection = (outcomes: readonly FactOutcome[]): Markup => {
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
        values: Object.entries(names)
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
      outcomes.map(rowOf),
    )}
  </section>`;
};
