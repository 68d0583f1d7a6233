import type { BrokenFact } from "../model/drift-broken-fact.ts";
import type { DriftGroup, DriftTarget } from "../model/drift.ts";
import { escapeText } from "../output/escape.ts";
import { type EntryContext, entryMarkdown } from "./drift-markdown.ts";
import { code, fenced, link, plain, prose } from "./markdown-text.ts";
import { targetText, withoutTicks } from "./drift-words.ts";

/** The text of an issue for an entry. */
interface IssueText {
  readonly title: string;
  readonly body: string;
}

const longestTitle = 200;

const titleOf = (text: string): string =>
  escapeText(withoutTicks(text)).replace(/[@#]/g, "?").slice(0, longestTitle);

const namesOf = (targets: readonly DriftTarget[], elsewhere: number): readonly string[] => [
  ...targets.map(targetText),
  ...(elsewhere === 0 ? [] : [`${elsewhere} more, which this run did not ask`]),
];

/** @param elsewhere how many other targets showed it in earlier runs */
const groupText = (
  group: DriftGroup,
  targets: readonly DriftTarget[],
  elsewhere: number,
  context: Omit<EntryContext, "targets">,
): IssueText => ({
  title: titleOf(`${group.interface}: ${group.title}`),
  body: `${prose(group.message)}\n\n${entryMarkdown(group, { ...context, targets: namesOf(targets, elsewhere) })}`,
});

const factText = (
  { fact, message, operations, findings }: BrokenFact,
  targets: readonly DriftTarget[],
  elsewhere: number,
  { reportUrl }: Pick<EntryContext, "reportUrl">,
): IssueText => ({
  title: titleOf(`${fact} is broken: ${message}`),
  body: [
    prose(message),
    "",
    "| | |",
    "|---|---|",
    `| target | ${namesOf(targets, elsewhere).map(plain).join("<br>")} |`,
    `| operations | ${operations.map(code).join(", ")} |`,
    `| findings | ${findings.map(code).join(", ")} |`,
    ...(reportUrl === undefined ? [] : [`| report | ${link(reportUrl)} |`]),
    "",
    "If it is known, write a baseline and name it under `baseline` in the configuration:",
    "",
    fenced("sh", "tripact check --write-baseline FILE"),
  ].join("\n"),
});

/** The texts of issues for a run (drift/issues.ts). */
export const issueTexts = (context: Omit<EntryContext, "targets">) => ({
  group: (group: DriftGroup, targets: readonly DriftTarget[], elsewhere: number) =>
    groupText(group, targets, elsewhere, context),
  fact: (fact: BrokenFact, targets: readonly DriftTarget[], elsewhere: number) =>
    factText(fact, targets, elsewhere, context),
});
