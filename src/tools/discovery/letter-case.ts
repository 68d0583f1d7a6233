import type { Plan } from "../../harness/model/check.ts";
import type { LetterCase } from "../../contract/queries/dialect/dialect.ts";
import { type OperatorName, operators } from "../../contract/queries/operators.ts";
import { decidedMeaning } from "./posteriors.ts";
import { predict } from "./predict.ts";
import type { Matches, ProbeResult, Probe } from "./probe.ts";
import { askProbes, type Experiment, operatorCodes } from "./operator-observations.ts";

/** Whether A to Z count apart from a to z (U-13), by conditions whose answers differ with it. */
export interface FoundCase {
  readonly letterCase: LetterCase | undefined;
  readonly asked: number;
}

/** A condition that matches other records when the case of letters counts. */
interface Question {
  readonly code: number;
  readonly probe: Probe;
  readonly predicted: Readonly<Record<LetterCase, Matches>>;
}

const wanted = 3;

const turned = (text: string): string =>
  text.replace(/[A-Za-z]/g, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );

const questionWith = (code: number, meaning: OperatorName, probe: Probe): readonly Question[] => {
  const [operand] = probe.operands;
  if (probe.column.type !== "text" || probe.shape !== "single" || typeof operand !== "string") return [];
  const other = { ...probe, operands: [turned(operand)] };
  const [ignored, exact] = [predict(meaning, other, true), predict(meaning, other, false)];
  if (ignored.kind !== "matches" || exact.kind !== "matches" || ignored.matches === exact.matches) return [];
  return [{ code, probe: other, predicted: { ignored: ignored.matches, exact: exact.matches } }];
};

const questionsOf = ({ observations, probes }: Experiment): readonly Question[] =>
  operatorCodes
    .flatMap((code) => {
      const meaning = decidedMeaning(observations.posterior(code));
      if (meaning === undefined || operators[meaning].arity !== "one") return [];
      return probes.flatMap((probe) => questionWith(code, meaning, probe)).slice(0, 1);
    })
    .slice(0, wanted);

const answerOf = (question: Question, result: ProbeResult | undefined): LetterCase | "neither" => {
  const observed = result?.observed;
  if (observed?.kind !== "answered") return "neither";
  const { known, matches } = observed;
  const isAs = (letterCase: LetterCase): boolean =>
    question.predicted[letterCase].slice(0, known) === matches.slice(0, known);
  if (isAs("ignored") === isAs("exact")) return "neither";
  return isAs("ignored") ? "ignored" : "exact";
};

/** Asks decided operators about texts with the letters of a value turned round. */
export function* findLetterCase(experiment: Experiment): Plan<FoundCase> {
  const questions = questionsOf(experiment);
  const results = yield* askProbes(experiment.client, questions, experiment.singleValueField);
  const answers = new Set(questions.map((question, index) => answerOf(question, results[index])));
  const [answer, ...others] = answers;
  const isClear = others.length === 0 && answer !== "neither";
  return { letterCase: isClear ? answer : undefined, asked: questions.length };
}
