import type { OperationId } from "../../../src/contract/generated/operations.ts";
import type { Spelling } from "../../../src/harness/model/exchange.ts";
import { answeredBy } from "./answered-by.ts";
import type { ActiveExamples, AnswerExample } from "./example.ts";

/** What a target refuses that it answers in another writing, by the fact that this breaks. */
type Refused = Readonly<Record<string, readonly [OperationId, Spelling]>>;

/** Examples of a check that asks for the same in other words: an operation that refuses one of them. */
export const refusing = (id: string, refused: Refused): ActiveExamples => {
  const fails = Object.entries(refused).map(([blames, [operation, spelling]]) => [
    `${blames}: ${operation} refuses ${spelling}`,
    answeredBy(id, (call) => ({
      status: call.operation === operation && call.spelled?.includes(spelling) === true ? 400 : 200,
    })),
  ]);
  let count = 0;
  const numbered = (): AnswerExample => ({ body: { trace: (count += 1) } });
  return {
    pass: { "*": 200 },
    otherwise: {
      "equal requests get one text": answeredBy(id, numbered),
      "requests are accepted": { isUnjudged: true, answers: { "*": 400 } },
    },
    fails: Object.fromEntries(fails),
  };
};
