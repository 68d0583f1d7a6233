import type { Plan } from "../../harness/model/check.ts";
import type { LetterCase } from "../../contract/queries/dialect/dialect.ts";
import { type OperatorName, operators } from "../../contract/queries/operators.ts";
import { decidedMeaning } from "./posteriors.ts";
import { predict } from "./predict.ts";
import type { Matches, Observation, Probe } from "./probe.ts";
import { askTrials, type Experiment, operatorCodes } from "./operator-observations.ts";

/** Whether A to Z count apart from a to z (U-13), by conditions whose answers differ with it. */
export interface FoundCase {
  readonly letterCase: LetterCase | undefined;
  readonly asked: number;
}

/** A condition that matches other records when the case of letters counts. */
interface Question {
  readonly code: number;
  readonly probe: Probe;
  readonly foretold: Readonly<Record<LetterCase, Matches>>;
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
  return [{ code, probe: other, foretold: { ignored: ignored.matches, exact: exact.matches } }];
};

const questionsOf = ({ trials, probes }: Experiment): readonly Question[] =>
  operatorCodes
    .flatMap((code) => {
      const meaning = decidedMeaning(trials.belief(code));
      if (meaning === undefined || operators[meaning].arity !== "one") return [];
      return probes.flatMap((probe) => questionWith(code, meaning, probe)).slice(0, 1);
    })
    .slice(0, wanted);

const answerOf = (question: Question, observation: Observation | undefined): LetterCase | "neither" => {
  const observed = observation?.observed;
  if (observed?.kind !== "answered") return "neither";
  const { known, matches } = observed;
  const isAs = (letterCase: LetterCase): boolean =>
    question.foretold[letterCase].slice(0, known) === matches.slice(0, known);
  if (isAs("ignored") === isAs("exact")) return "neither";
  return isAs("ignored") ? "ignored" : "exact";
};

/** Asks decided operators about texts with the letters of a value turned round. */
export function* findLetterCase(experiment: Experiment): Plan<FoundCase> {
  const questions = questionsOf(experiment);
  const observations = yield* askTrials(experiment.desk, questions, experiment.singleValueField);
  const answers = new Set(questions.map((question, index) => answerOf(question, observations[index])));
  const [answer, ...others] = answers;
  const isClear = others.length === 0 && answer !== "neither";
  return { letterCase: isClear ? answer : undefined, asked: questions.length };
}
