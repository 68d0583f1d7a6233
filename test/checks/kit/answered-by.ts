import type { ActiveCheck } from "../../../src/harness/model/check.ts";
import type { Call } from "../../../src/harness/model/exchange.ts";
import type { AnswerExample, Answers } from "./example.ts";
import { converse } from "./judge-example.ts";

/**
 * The answers to everything that a plan asks of a target in a few lines, by the labels of its calls; and, of a check that
 * looks again, to the same once more.
 */
export const answeredBy = (check: ActiveCheck, target: (call: Call) => AnswerExample): Answers => {
  const answers: Record<string, AnswerExample[]> = {};
  const ask = (call: Call): AnswerExample => {
    const answer = target(call);
    (answers[call.label] ??= []).push(answer);
    return answer;
  };
  const asked = converse(check, { answers }, ask);
  if (check.looksAgain !== undefined) for (const { call } of asked) if (call !== undefined) ask(call);
  return answers;
};
