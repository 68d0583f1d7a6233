import { checks } from "../../../src/checks/generated/checks.ts";
import type { AnyCall } from "../../../src/core/model/exchange.ts";
import type { AnswerExample, Answers } from "./example.ts";
import { converse } from "./judge-example.ts";

/**
 * The answers to everything that the plan of a check asks of a target in a few lines, by the labels of its calls; and, of
 * a check that looks again, to the same once more.
 */
export const answeredBy = (id: string, target: (call: AnyCall) => AnswerExample): Answers => {
  const check = checks.find((one) => one.id === id);
  if (check === undefined || check.effect === "passive") throw new Error(`${id} asks for nothing`);
  const answers: Record<string, AnswerExample[]> = {};
  const ask = (call: AnyCall): AnswerExample => {
    const answer = target(call);
    (answers[call.label] ??= []).push(answer);
    return answer;
  };
  const asked = converse(check, { answers }, ask);
  if (check.looksAgain !== undefined) for (const { call } of asked) if (call !== undefined) ask(call);
  return answers;
};
