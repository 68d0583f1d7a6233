import type { DriftGroup } from "../model/drift.ts";
import { acceptCommand, day, evidenceOf, sinceOf } from "./drift-words.ts";
import { code, fenced, link, plain, prose } from "./markdown-text.ts";

/** What the text of an entry needs besides the entry. */
export interface EntryContext {
  /** Where it was seen, as texts; none where that is said around the entry. */
  readonly targets: readonly string[];
  /** The package with the types that an entry names. */
  readonly typesPackage: string;
  /** Address of the report or of the run that made it. */
  readonly reportUrl?: string | undefined;
}

const row = (name: string, text: string): readonly string[] => (text === "" ? [] : [`| ${name} | ${text} |`]);

const codes = (names: readonly string[]): string => names.map(code).join(", ");

const factsOf = (
  group: DriftGroup,
  { targets, typesPackage, reportUrl }: EntryContext,
): readonly string[] => {
  const { impact, confidence, types, operations, statuses, settledBy, lastSeen } = group;
  const shown = statuses.length === 0 ? "" : ` (${statuses.join(", ")})`;
  return [
    ...row("target", targets.map(plain).join("<br>")),
    ...row("since", plain(`${sinceOf(group)}; seen last on ${day(lastSeen)}`)),
    ...row("evidence", plain(`${impact}, ${confidence}: ${evidenceOf(group)}`)),
    ...row("open", settledBy === undefined ? "" : plain(settledBy)),
    ...row("operations", operations.length === 0 ? "all" : `${codes(operations)}${plain(shown)}`),
    ...row("types", types.length === 0 ? "" : `${codes(types)} in ${code(typesPackage)}`),
    ...row("report", reportUrl === undefined ? "" : link(reportUrl)),
  ];
};

/** Everything behind the message of an entry, as Markdown: the same in an issue and in the summary of a step. */
export const entryMarkdown = (group: DriftGroup, context: EntryContext): string => {
  const { before, now, advice, curl } = group;
  return [
    "| before | now |",
    "|---|---|",
    `| ${code(before)} | ${code(now)} |`,
    "",
    `**What to do:** ${prose(advice)}`,
    "",
    "| | |",
    "|---|---|",
    ...factsOf(group, context),
    "",
    ...(curl === undefined ? [] : ["A request that shows it:", "", fenced("sh", curl), ""]),
    "If the change is meant, accept it for good or until a day:",
    "",
    fenced("sh", `${acceptCommand(group)}\n${acceptCommand(group)} --until DATE --note TEXT --by NAME`),
  ].join("\n");
};
