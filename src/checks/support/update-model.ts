import fc from "fast-check";
import type { OperationId } from "../../contract/generated/operations.ts";
import type { ActiveCheck, Judgement, PlanContext } from "../../harness/model/check.ts";
import { resources } from "../../contract/generated/resources.ts";
import { isSuccess, jsonOf, type Call, type Exchange } from "../../harness/model/exchange.ts";
import { callStep, replayed, stepOf, type Exploration, type Step } from "../../harness/model/exploration.ts";
import { templateAt } from "./declared-body.ts";
import { violation } from "./judgements.ts";
import { malformedJson } from "./malformed.ts";
import { marked } from "./marked.ts";
import { readCall } from "./resource.ts";
import { toBeRefused } from "./refusal.ts";
import { idAt, mainBearer } from "./sample-calls.ts";
import {
  anyRefusedKey,
  marks,
  otherMark,
  refusedWith,
  wrongAnswer,
  writing,
  type Written,
} from "./volunteer-steps.ts";

/** A kind of record that is updated in place. */
export interface UpdatedKind {
  readonly name: "group" | "project";
  readonly update: OperationId;
  /** The fact that states the update. */
  readonly fact: string;
  /** The setting of the scratch record's id. */
  readonly id: string;
  /** Under `volunteer.scratch`: the body of an update, and one that must be refused where that is stated. */
  readonly body: string;
  readonly invalid?: string;
}

const updateOf = (
  context: PlanContext,
  { update, id }: UpdatedKind,
  value: unknown,
  label: string,
): Call => ({
  operation: update,
  path: { id: idAt(context, id) ?? "" },
  body: { kind: "json", value },
  authorization: mainBearer("volunteer"),
  label,
});

const lastTaken = (history: readonly Exchange[], { update }: UpdatedKind): unknown =>
  history.findLast((one) => one.operation === update && isSuccess(one))?.request.body;

const stepsOf = (context: PlanContext, kind: UpdatedKind): readonly Step[] => {
  const { name, fact, id } = kind;
  const body = templateAt(context, kind.body);
  if (body === undefined) return [];
  const written: Written = {
    shows: [fact],
    reads: (label) =>
      [readCall(context, resources.volunteer[name], idAt(context, id) ?? "", label)].flatMap(
        (call) => call ?? [],
      ),
  };
  const invalid = kind.invalid === undefined ? undefined : templateAt(context, kind.invalid);
  const update = (value: unknown, label: string): Call => updateOf(context, kind, value, label);
  return [
    writing("update", marks, written, (mark) => [update(marked(body, mark), `an update marked ${mark}`)]),
    writing("again", fc.constant(null), written, (_, history) => [
      update(lastTaken(history, kind) ?? body, "the same update again"),
    ]),
    writing("two-at-once", fc.tuple(marks, marks), written, ([one, other]) => [
      update(marked(body, one), `one of two updates at once, marked ${one},`),
      update(marked(body, other), `the other one, marked ${other},`),
    ]),
    ...(invalid === undefined
      ? []
      : [
          writing("invalid", fc.constant(null), written, () => [
            toBeRefused(update(invalid, "the declared invalid update")),
          ]),
        ]),
    writing("refused", fc.tuple(marks, anyRefusedKey(context)), written, ([mark, key]) =>
      refusedWith(update(marked(body, mark), `an update marked ${mark}`), key, context),
    ),
    writing("malformed", fc.constant(null), written, () => [
      toBeRefused({ ...update({}, "malformed JSON"), body: malformedJson }),
    ]),
  ];
};

/** The bodies that may be stored after an update: of two that overlap, either one; none where that is not known. */
const storedAfter = ({ call, request }: Exchange, before: readonly unknown[]): readonly unknown[] => {
  if (call?.expects === "refusal") return [];
  return call?.label.includes(": the other one") === true ? [...before, request.body] : [request.body];
};

const judgeSequence = function* (exchanges: readonly Exchange[], kind: UpdatedKind): Generator<Judgement> {
  let stored: readonly unknown[] = [];
  for (const [index, exchange] of exchanges.entries()) {
    const isUpdate = exchange.operation === kind.update;
    const wrong = isUpdate ? wrongAnswer(exchange, exchanges.slice(0, index), kind.fact) : undefined;
    if (wrong !== undefined) yield wrong;
    if (!isSuccess(exchange)) continue;
    if (isUpdate) stored = storedAfter(exchange, stored);
    // The answer to one of two that overlap may show the other one.
    if (isUpdate && stepOf(exchange) === "two-at-once") continue;
    const other = otherMark(jsonOf(exchange), kind.name, stored);
    if (other !== undefined)
      yield violation({
        fact: kind.fact,
        rule: "relation",
        message: `${other.name} of the ${kind.name} is not what was last sent`,
        exchange,
        expected: other.expected,
        actual: other.actual,
      });
  }
};

/** A model of what updates store: the last one, whatever was refused meanwhile. */
export const updateModel = (
  kind: UpdatedKind,
  words: Pick<ActiveCheck, "id" | "title" | "why">,
): ActiveCheck => {
  const exploration: Exploration = {
    effort: 36,
    begin: callStep("begin", [kind.fact], ({ context }) =>
      updateOf(context, kind, templateAt(context, kind.body), "the declared update"),
    ),
    steps: (context) => stepsOf(context, kind),
  };
  return {
    ...words,
    facts: [kind.fact, "VOL-08", "VOL-09"],
    effect: "write",
    severity: "error",
    interfaces: ["volunteer"],
    needs: ["volunteer.credentials.token", kind.id, `volunteer.scratch.${kind.body}`],
    explore: exploration,
    plan: (context) => replayed(exploration, context),
    judge: (exchanges) => judgeSequence(exchanges, kind),
  };
};
