import { printDialect } from "../queries/dialect/read-dialect.ts";
import type { Discovery, OperatorAnswer } from "./conclude.ts";

/** How a line of the summary is coloured; plain where there are no colours. */
export interface Paint {
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
}

const percent = (confidence: number): string => `${(confidence * 100).toFixed(1)} %`;

const operatorLine = (
  { operator, meaning, confidence, candidates, evidence }: OperatorAnswer,
  paint: Paint,
): string => {
  const number = String(operator).padStart(4);
  if (meaning !== null) {
    const [first = ""] = evidence;
    return `${number}  ${meaning.padEnd(20)} ${percent(confidence)}  ${paint.faint(first)}`;
  }
  const likely = candidates.map((one) => `${one.meaning} ${percent(one.confidence)}`).join(", ");
  return `${number}  ${"undecided".padEnd(20)} ${paint.faint(likely === "" ? "not asked" : likely)}`;
};

/** The answers for people, without any value of a record. */
export const printDiscovery = (discovery: Discovery, paint: Paint): string => {
  const lines = discovery.answers.flatMap(({ unknown, status, answer, confidence, evidence }) => [
    `${paint.strong(unknown)}  ${status === "undecided" ? "undecided: " : ""}${answer}${
      confidence === 0 ? "" : `  (${percent(confidence)})`
    }`,
    ...evidence.map((line) => `        ${paint.faint(line)}`),
    ...(unknown === "U-13" ? discovery.operators.map((operator) => operatorLine(operator, paint)) : []),
  ]);
  const notes = discovery.notes.map((note) => `not understood: ${note}`);
  return `${[...lines, ...notes].join("\n")}\n`;
};

/** The dialect as a file, with what it rests on under `x-evidence`, which whoever reads it as a dialect passes over. */
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
  return `# What a target's query integers mean, found by tripact discover. What is not here is undecided.\n${printDialect(written)}`;
};
