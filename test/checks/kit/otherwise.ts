import type { Check } from "../../../src/core/model/check.ts";
import type { AnswerExample, Answers, ExchangeExample } from "./example.ts";
import { conversationOf, isList, wholeAnswer, type AnyExamples } from "./judge-example.ts";

/** What no check may take for granted: an answer of a conformant target for which it does not hold. */
interface Otherwise {
  readonly assumes: string;
  change(answer: AnswerExample): AnswerExample;
}

/** Names of maps: each of their properties stands for something. */
const isMap = (name: string): boolean => name === "errors";

const inObjects = (
  value: unknown,
  change: (entries: readonly (readonly [string, unknown])[]) => readonly (readonly [string, unknown])[],
  name = "",
): unknown => {
  if (Array.isArray(value)) return value.map((inner) => inObjects(inner, change, name));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, inObjects(inner, change, key)] as const);
  return Object.fromEntries(isMap(name) ? entries : change(entries));
};

const inBodies =
  (change: Parameters<typeof inObjects>[1]): Otherwise["change"] =>
  (answer) =>
    answer.body === undefined ? answer : { ...answer, body: inObjects(answer.body, change) };

let count = 0;

/** What interfaces.md leaves open for every answer, and no check may rely on. */
export const everywhereOtherwise: readonly Otherwise[] = [
  {
    assumes: "objects hold nothing but what is documented",
    change: inBodies((entries) => [...entries, ["xUnknown", "Set by the platform"]]),
  },
  {
    assumes: "what is not documented stays as it was",
    change: inBodies((entries) => [...entries, ["xTrace", `Answer number ${(count += 1)}`]]),
  },
  {
    assumes: "what is not documented is no null",
    change: inBodies((entries) => [...entries, ["x_id", null]]),
  },
  { assumes: "properties come in one order", change: inBodies((entries) => entries.toReversed()) },
  {
    assumes: "answers have no other headers",
    change: (answer) => ({
      ...answer,
      headers: { ...answer.headers, "x-request-id": `request ${(count += 1)}`, "x-served-by": "node a" },
    }),
  },
  {
    assumes: "a refusal for want of a credential has no text, or JSON",
    change: (answer) =>
      answer.status === 401 && answer.body === undefined && answer.text === undefined
        ? { ...answer, text: "Authorization has been denied for this request." }
        : answer,
  },
];

/** A conformant target for which nothing of that holds. */
export const allOtherwise: Otherwise = {
  assumes: "any of that",
  change: (answer) => everywhereOtherwise.reduce((changed, { change }) => change(changed), answer),
};

const inAnswers = (answers: Answers, change: Otherwise["change"]): Answers =>
  Object.fromEntries(
    Object.entries(answers).map(([label, answer]) => [
      label,
      isList(answer) ? answer.map((one) => change(wholeAnswer(one))) : change(wholeAnswer(answer)),
    ]),
  );

const inExchange = (exchange: ExchangeExample, change: Otherwise["change"]): ExchangeExample => ({
  ...exchange,
  ...change(exchange),
  ...(exchange.after === undefined ? {} : { after: exchange.after.map((one) => inExchange(one, change)) }),
});

/** Whether a plan asks for what an example has no answer to: it looks again where answers change. */
export const asksForMore = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith("no answer is given");

/** The passes of a check as another conformant target answers them. */
export const passesOtherwise = (
  check: Check,
  { pass, alsoPasses = [] }: AnyExamples,
  { change }: Otherwise,
): AnyExamples => {
  const passes = [pass, ...alsoPasses].map((example) => {
    if (check.effect === "passive") return inExchange(example as ExchangeExample, change);
    const conversation = conversationOf(example as Answers); // As judgeExamples has it.
    return { ...conversation, answers: inAnswers(conversation.answers, change) };
  });
  return { pass: passes[0], alsoPasses: passes.slice(1), otherwise: {}, fails: {} } as AnyExamples; // Of the same kind.
};
