import type { Palette } from "../../../core/output/palette.ts";
import { plural } from "../../../core/output/plural.ts";
import { joinSafe, safe, type SafeText } from "../../../core/output/safe-text.ts";
import type { UseVerdict } from "./judge-change.ts";
import type { ConcernedConsumer } from "../../../core/model/report.ts";
import { isSafe, type Matrix, type MatrixLine, verdictIn, verdictsOf } from "./matrix.ts";

const marks: Readonly<Record<UseVerdict, string>> = { breaks: "breaks", "at risk": "may break", safe: "·" };

/** Maximum number of locations shown per consumer. */
const mostLocations = 3;

/** `breaks shop: src/donors.ts:14 reads Donor.DonorAddresses`, one line per consumer. */
export const concernLines = (
  consumers: readonly ConcernedConsumer[],
  { bad, warn, dim }: Palette,
  indent: string,
): readonly SafeText[] =>
  consumers.map(({ consumer, verdict, places }) => {
    const style = verdict === "breaks" ? bad : warn;
    const shown = places.slice(0, mostLocations).map((place) => safe`${place}`);
    const more = places.length > mostLocations ? dim(`, and ${places.length - mostLocations} more`) : "";
    return safe`${indent}${style(`${marks[verdict]} ${consumer}`)}: ${joinSafe(shown, "; ")}${more}\n`;
  });

/** The matrix as a table: a row for each change, a column for each consumer. */
export const matrixText = ({ consumers, rows }: Matrix<MatrixLine>, palette: Palette): SafeText => {
  const widths = consumers.map((name) => Math.max(name.length, marks["at risk"].length));
  const titles = rows.map(({ what, where }) => `${what}  ${where}`);
  const first = Math.max(0, ...titles.map((title) => title.length));
  const styles = { breaks: palette.bad, "at risk": palette.warn, safe: palette.dim };
  const cells = (texts: readonly SafeText[]): SafeText => joinSafe(texts, "  ");
  const header = cells(consumers.map((name, index) => palette.strong(name.padEnd(widths[index] ?? 0))));
  const lines = rows.map((row, index) => {
    const verdicts = consumers.map((name, column) => {
      const verdict = verdictIn(row, name);
      return styles[verdict](marks[verdict].padEnd(widths[column] ?? 0));
    });
    return safe`${(titles[index] ?? "").padEnd(first)}  ${cells(verdicts)}\n`;
  });
  return safe`${"".padEnd(first)}  ${header}\n${lines}`;
};

/** `safe to release: …`, or whom the changes break. */
export const releaseLine = (matrix: Matrix, { good, bad, warn }: Palette): SafeText => {
  const verdicts = Object.entries(verdictsOf(matrix));
  const named = (verdict: UseVerdict): string =>
    verdicts.flatMap(([consumer, one]) => (one === verdict ? [consumer] : [])).join(", ");
  if (isSafe(matrix))
    return safe`${good("safe to release")}: ${plural(verdicts.length, "consumer uses", "consumers use")} nothing that changes\n`;
  const parts = [
    ...(named("breaks") === "" ? [] : [bad(`breaks ${named("breaks")}`)]),
    ...(named("at risk") === "" ? [] : [warn(`may break ${named("at risk")}`)]),
  ];
  return safe`${bad("not safe to release")}: ${joinSafe(parts, ", ")}\n`;
};
