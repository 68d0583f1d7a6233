import type { Palette } from "../../../core/output/palette.ts";
import { safe, type SafeText } from "../../../core/output/safe-text.ts";
import {
  type DocumentChange,
  type DocumentDiff,
  impactFor,
  impactRanks,
  matrixOfDiff,
} from "./document-diff.ts";
import { concernedOf } from "./matrix.ts";
import { concernLines, matrixText, releaseLine } from "./matrix-text.ts";

const brokenBy = ({ consumers, providers }: DocumentChange): string =>
  Object.entries({ consumers, providers })
    .flatMap(([who, impact]) => (impact === "breaking" ? [who] : []))
    .join(" and ");

const lineOf = (change: DocumentChange, { for: audience }: DocumentDiff, palette: Palette): SafeText => {
  const { bad, good, dim, strong } = palette;
  const { kind, message, pointer, operations, usage = [] } = change;
  const styles = { breaking: bad, additive: good, informational: dim };
  const impact = impactFor(change, audience);
  const whom = brokenBy(change);
  const breaks = whom === "" ? "" : dim(`  breaks ${whom}`);
  const where = operations.length === 0 ? "" : `  ${operations.join(", ")}`;
  return safe`  ${styles[impact](impact.padEnd(13))}  ${strong(kind)}  ${message}${breaks}
  ${"".padEnd(13)}  ${dim(`${pointer}${where}`)}\n${concernLines(concernedOf(usage), palette, `  ${"".padEnd(15)}`)}`;
};

/**
 * Changes by document, those that concern consumers first, with totals.
 * @param quiet shows only what breaks or concerns consumers; nothing if there is none
 */
export const diffText = (diff: DocumentDiff, palette: Palette, quiet = false): SafeText => {
  const { for: audience, summary } = diff;
  const shown = diff.changes.filter(
    (one) => !quiet || (one.usage ?? []).length > 0 || impactFor(one, audience) === "breaking",
  );
  const lines = [...Map.groupBy(shown, ({ document }) => document)].flatMap(([document, changes]) => [
    safe`${palette.strong(document)}\n`,
    ...changes
      .toSorted(
        (left, right) =>
          (right.usage ?? []).length - (left.usage ?? []).length ||
          impactRanks[impactFor(left, audience)] - impactRanks[impactFor(right, audience)],
      )
      .map((one) => lineOf(one, diff, palette)),
  ]);
  if (quiet && (diff.safe ?? summary.breaking === 0)) return safe`${lines}`;
  const matrix = matrixOfDiff(diff);
  const table =
    matrix.consumers.length > 1 && matrix.rows.length > 0 ? safe`\n${matrixText(matrix, palette)}\n` : safe``;
  const release = matrix.consumers.length === 0 ? safe`` : releaseLine(matrix, palette);
  const others = Object.entries(diff.notCompared ?? {}).map(
    ([consumer, names]) =>
      safe`${palette.warn("not compared")}: ${names.join(", ")}, which ${consumer} uses and no compared document describes\n`,
  );
  const whom = audience === "both" ? "consumers or providers" : audience;
  return safe`${lines}${table}${summary.breaking} breaking for ${whom}, ${summary.additive} additive, ${summary.informational} informational\n${release}${others}`;
};
