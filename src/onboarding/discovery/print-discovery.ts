import type { Palette } from "../../core/output/palette.ts";
import { safe, type SafeText } from "../../core/output/safe-text.ts";
import { printDialect } from "../../builtin/queries/dialect/read-dialect.ts";
import type { Discovery, OperatorAnswer } from "./conclude.ts";

const percent = (confidence: number): string => `${(confidence * 100).toFixed(1)} %`;

const operatorLine = (
  { operator, meaning, confidence, candidates, evidence }: OperatorAnswer,
  { dim }: Palette,
): SafeText => {
  const number = String(operator).padStart(4);
  if (meaning !== null) {
    const [first = ""] = evidence;
    return safe`${number}  ${meaning.padEnd(20)} ${percent(confidence)}  ${dim(first)}`;
  }
  const likely = candidates.map((one) => `${one.meaning} ${percent(one.confidence)}`).join(", ");
  return safe`${number}  ${"undecided".padEnd(20)} ${dim(likely === "" ? "not asked" : likely)}`;
};

/** The answers for people, without values of records. */
export const printDiscovery = (discovery: Discovery, palette: Palette): SafeText => {
  const { strong, dim } = palette;
  const lines = discovery.answers.flatMap(({ unknown, status, answer, confidence, evidence }) => {
    const sure = confidence === 0 ? "" : `  (${percent(confidence)})`;
    return [
      safe`${strong(unknown)}  ${status === "undecided" ? "undecided: " : ""}${answer}${sure}`,
      ...evidence.map((line) => safe`        ${dim(line)}`),
      ...(unknown === "U-13" ? discovery.operators.map((operator) => operatorLine(operator, palette)) : []),
    ];
  });
  const notes = discovery.notes.map((note) => safe`not understood: ${note}`);
  return safe`${[...lines, ...notes].map((line) => safe`${line}\n`)}`;
};

/** The dialect as a file, with its evidence under `x-evidence`, which readers of dialects ignore. */
export const printDialectFile = (discovery: Discovery): string => {
  const evidence = {
    answers: discovery.answers.map(({ unknown, status, answer, confidence }) => ({
      unknown,
      status,
      answer,
      confidence,
    })),
    operators: discovery.operators.map(({ operator, meaning, confidence }) => ({
      operator,
      meaning,
      confidence,
    })),
  };
  const written = { ...discovery.dialect, "x-evidence": evidence };
  return `# The meaning of a target's query integers, found by tripact discover. Integers that are not listed are undecided.\n${printDialect(written)}`;
};
