import type { ActiveCheck } from "../../../src/harness/model/check.ts";
import type { Call } from "../../../src/harness/model/exchange.ts";
import type { AnswerExample, Answers } from "./example.ts";
import { converse } from "./judge-example.ts";

/** The answers to everything that a plan asks of a target in a few lines, by the labels of its calls. */
export const answeredBy = (check: ActiveCheck, target: (call: Call) => AnswerExample): Answers => {
  const answers: Record<string, AnswerExample[]> = {};
  converse(check, { answers }, (call) => {
    const answer = target(call);
    (answers[call.label] ??= []).push(answer);
    return answer;
  });
  return answers;
};
