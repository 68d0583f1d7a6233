import type { Severity } from "../core/model/check.ts";
import type { Problem } from "../core/model/problem.ts";
import type { Palette, Style } from "../core/output/palette.ts";
import { plural } from "../core/output/plural.ts";
import { joinSafe, safe, type SafeText } from "../core/output/safe-text.ts";
import { hang, hangCommand } from "../core/output/wrap.ts";
import type { ProblemOwner } from "./problem-words.ts";
import { acceptLine, isNew, placeText, sentenceOf, sidesOf, sinceOf, stateText } from "./problem-words.ts";

const styleOf = (palette: Palette, severity: Severity): Style =>
  ({ error: palette.bad, warning: palette.warn, info: palette.dim })[severity];

/** Names in backticks, shown in bold if the terminal has colours. */
export const shownProse = (text: string, palette: Palette): SafeText =>
  joinSafe(
    text.split("`").map((part, index) => (index % 2 === 1 ? safe`${palette.strong(part)}` : safe`${part}`)),
    "",
  );

const fullPlaces = 3;

/** The first few texts, and the number of the others. */
const few = (texts: readonly string[]): readonly string[] => [
  ...texts.slice(0, fullPlaces),
  ...(texts.length > fullPlaces ? [`${texts.length - fullPlaces} more`] : []),
];

const fingerprintsOf = ({ kind, fingerprint, places }: Problem): string => {
  if (kind !== "violation") return fingerprint;
  const all = places.map((place) => place.fingerprint);
  const left = all.length - fullPlaces - 1;
  return [...all.slice(0, fullPlaces + 1), ...(left > 0 ? [`and ${left} more in the JSON report`] : [])].join(
    " ",
  );
};

type Row = readonly [name: string, text: string, lay?: typeof hangCommand];

/** What a problem alone does not say. */
interface Surrounding {
  /** The command that accepts it, and its options. */
  readonly owner?: ProblemOwner;
  readonly acceptOptions?: string;
  /** The entry of a recording that shows it. */
  readonly entry?: string | undefined;
}

const rowsOf = (
  problem: Problem,
  palette: Palette,
  { owner, acceptOptions = "", entry }: Surrounding,
): readonly Row[] => {
  const { kind, places, also = [], expected, actual, evidence, reproduce, advice, settledBy } = problem;
  const isChange = kind === "change";
  const [before, now] = sidesOf(problem);
  const items = [...new Set(places.flatMap(({ item }) => item ?? []))];
  const shown = [...new Set(places.map(placeText))];
  // If each location has its own item, the items already name the locations.
  const others = isChange || (items.length === places.length && items.length > 1) ? [] : shown.slice(1);
  const accept = acceptLine(problem, owner);
  return [
    ...(items.length > fullPlaces && also.length === 0 ? [["all", items.join(", ")] as const] : []),
    ...(isChange ? [] : [["at", problem.where] as const]),
    ...(others.length === 0 ? [] : [["also at", few(others).join(", ")] as const]),
    ...also.map((text) => ["also", text] as const),
    ...(entry === undefined ? [] : [["recorded", entry] as const]),
    [before, expected],
    [now, actual],
    ...(advice === undefined ? [] : [["to do", String(shownProse(advice, palette))] as const]),
    ...(problem.since === undefined ? [] : [["since", sinceOf(problem)] as const]),
    ...reproduce.map((line, index): Row => {
      const name = index === 0 ? "reproduce" : "";
      return line.startsWith("#") ? [name, line] : [name, line, hangCommand];
    }),
    ...(isChange ? [["evidence", evidence] as const] : []),
    ...(settledBy === undefined ? [] : [["open", `${settledBy}.`] as const]),
    ...(problem.checks.length === 0 ? [] : [["check", few(problem.checks).join(", ")] as const]),
    ...(accept === undefined
      ? [["fingerprint", fingerprintsOf(problem)] as const]
      : [["if meant", `${accept}${acceptOptions}`] as const]),
  ];
};

/** A problem for a terminal: in full if it needs action, else one line. */
export const problemText = (
  problem: Problem,
  lineWidth: number,
  palette: Palette,
  around: Surrounding = {},
): SafeText => {
  const { kind, severity, state, places, confidence, impact, fingerprint } = problem;
  const count = new Set(places.map(placeText)).size;
  const at = kind !== "violation" || count === 1 ? "" : palette.dim(` (at ${plural(count, "place")})`);
  const sure = impact === undefined ? "" : palette.dim(` (${impact}, ${confidence ?? ""}, ${fingerprint})`);
  const style = state === "gone" ? palette.good : styleOf(palette, severity);
  const word = kind === "change" || state === "gone" ? stateText(problem) : severity;
  const head = hang(
    safe`  ${style(kind === "change" && isNew(problem) ? word.toUpperCase() : word)} `,
    safe`${shownProse(sentenceOf(problem), palette)}${at}${sure}`,
    lineWidth,
  );
  if (kind === "unjudged" || state === "gone" || (kind === "change" && !isNew(problem))) return head;
  const rows = rowsOf(problem, palette, around).map(([name, text, lay = hang]) =>
    lay(safe`    ${palette.dim(name.padEnd(11))} `, text, lineWidth),
  );
  return safe`${head}${rows}`;
};
