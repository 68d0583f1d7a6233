import { type Problem, isOpen } from "../core/model/problem.ts";
import type { Report } from "../core/model/report.ts";
import type { Severity } from "../core/model/check.ts";
import { isLeftChanged } from "../core/model/write-summary.ts";
import type { Palette, Style } from "../core/output/palette.ts";
import { plural } from "../core/output/plural.ts";
import { safe, type SafeText } from "../core/output/safe-text.ts";
import { hang, hangCommand } from "../core/output/wrap.ts";
import { shownProse } from "./problem-lines.ts";
import { placeText, sentenceOf } from "./problem-words.ts";

/** Causes that fit on a screen with all that belongs to a run. */
const mostCauses = 6;

const ranks: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

const styleOf = (palette: Palette, severity: Severity): Style =>
  ({ error: palette.bad, warning: palette.warn, info: palette.dim })[severity];

interface CauseOptions {
  readonly lineWidth: number;
  /** Whether every cause is shown. */
  readonly all: boolean;
}

const causeText = (problem: Problem, { lineWidth }: CauseOptions, palette: Palette): SafeText => {
  const { severity, places, facts, expected, actual, reproduce } = problem;
  const operations = new Set(places.map(placeText)).size;
  const where = operations === 1 ? (facts[0] ?? "") : `${facts[0] ?? ""} and ${operations - 1} more`;
  const style = styleOf(palette, severity);
  const head = hang(
    safe`${style(severity.padEnd(7))} `,
    safe`${shownProse(sentenceOf(problem), palette)} ${palette.dim(`[${where}]`)}`,
    lineWidth,
  );
  const sides = hang(safe`        `, palette.dim(`expected ${expected}; got ${actual}`), lineWidth);
  const command = reproduce.find((line) => !line.startsWith("#"));
  const curl = command === undefined ? "" : hangCommand(safe`        `, command, lineWidth);
  return safe`${head}${sides}${curl}`;
};

/** One entry for each cause, the gravest first; the others are counted. */
export const causesText = (
  problems: readonly Problem[],
  options: CauseOptions,
  palette: Palette,
): readonly SafeText[] => {
  const open = problems
    .filter((one) => one.kind === "violation" && isOpen(one) && (options.all || one.severity !== "info"))
    .toSorted((one, other) => ranks[one.severity] - ranks[other.severity]);
  const shown = options.all ? open : open.slice(0, mostCauses);
  const rest = open.slice(shown.length);
  const counts = (["error", "warning"] as const)
    .map((severity) => [rest.filter((one) => one.severity === severity).length, severity] as const)
    .filter(([count]) => count > 0)
    .map(([count, severity]) => plural(count, `more ${severity}`));
  return [
    ...shown.map((one) => safe`${causeText(one, options, palette)}\n`),
    ...(counts.length === 0
      ? []
      : [safe`${palette.dim(`${counts.join(" and ")}: --all shows them, and so do reports`)}\n\n`]),
  ];
};

/** What a run has created and removed again, in a line. */
export const removedText = ({ run }: Report): string | undefined => {
  const removed = (run.writes?.records ?? []).filter((one) => !isLeftChanged(one)).length;
  return removed === 0 ? undefined : `${plural(removed, "record")} that the run had created`;
};
