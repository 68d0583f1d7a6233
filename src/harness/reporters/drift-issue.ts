import type { DriftGroup, DriftTarget } from "../model/drift.ts";
import { escapeText } from "../output/escape.ts";
import { type EntryContext, entryMarkdown } from "./drift-markdown.ts";
import { prose } from "./markdown-text.ts";
import { targetText, withoutTicks } from "./drift-words.ts";

/** The text of an issue for an entry. */
export interface IssueText {
  readonly title: string;
  readonly body: string;
}

const longestTitle = 200;

/** @param elsewhere how many other targets showed it in earlier runs */
export const issueText = (
  group: DriftGroup,
  targets: readonly DriftTarget[],
  elsewhere: number,
  context: Omit<EntryContext, "targets">,
): IssueText => {
  const names = targets.map(targetText);
  const others = elsewhere === 0 ? [] : [`${elsewhere} more, which this run did not ask`];
  return {
    title: `${group.interface}: ${escapeText(withoutTicks(group.title)).replace(/[@#]/g, "?")}`.slice(
      0,
      longestTitle,
    ),
    body: `${prose(group.message)}\n\n${entryMarkdown(group, { ...context, targets: [...names, ...others] })}`,
  };
};
