import type { ActiveCheck } from "../../../src/harness/model/check.ts";
import type { Call, Exchange } from "../../../src/harness/model/exchange.ts";
import type { AnswerExample, Answers, ConversationExample } from "./example.ts";
import { contextOf, exchangeOf } from "./judge-example.ts";

/** A target in a few lines: what it answers to a call. */
export type Server = (call: Call) => AnswerExample;

/** The answers to everything that a plan asks of a server, by the labels of its calls. */
export const answeredBy = (
  check: ActiveCheck,
  server: Server,
  conversation: Omit<ConversationExample, "answers"> = {},
): Answers => {
  const answers: Record<string, AnswerExample[]> = {};
  const ask = (call: Call): Exchange => {
    const answer = server(call);
    (answers[call.label] ??= []).push(answer);
    return { ...exchangeOf(answer), operation: call.operation, call };
  };
  const plan = check.plan(contextOf(conversation));
  for (let step = plan.next([]); step.done !== true;) step = plan.next(step.value.map(ask));
  return answers;
};
