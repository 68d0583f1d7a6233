import fc from "fast-check";
import { defineCheck, type Judgement, type PlanContext } from "../../harness/model/check.ts";
import { isSuccess, jsonOf, type Call, type Exchange } from "../../harness/model/exchange.ts";
import { callStep, replayed, stepOf, type Exploration } from "../../harness/model/exploration.ts";
import { violation, wrongStatus } from "../support/judgements.ts";
import { malformedJson } from "../support/malformed.ts";
import { marked } from "../support/marked.ts";
import { readBack } from "../support/read-back.ts";
import { toBeRefused } from "../support/refusal.ts";
import { idAt, mainBearer } from "../support/sample-calls.ts";
import {
  anyRefusedKey,
  marks,
  otherMark,
  refusedKeyOf,
  refusedKeys,
  refusedWith,
  templateAt,
  writing,
  type Written,
} from "../support/volunteer-steps.ts";

const update = (context: PlanContext, value: unknown, label: string): Call => ({
  operation: "updateGroup",
  path: { id: idAt(context, "volunteer.scratch.groupId") ?? "" },
  body: { kind: "json", value },
  authorization: mainBearer("volunteer"),
  label,
});

const writtenIn = (context: PlanContext): Written => ({
  shows: ["VOL-05"],
  reads: (label) =>
    [readBack(context, "group", idAt(context, "volunteer.scratch.groupId") ?? "", label)].flatMap(
      (call) => call ?? [],
    ),
});

const lastTaken = (history: readonly Exchange[]): unknown =>
  history.findLast((one) => one.operation === "updateGroup" && isSuccess(one))?.request.body;

const exploration: Exploration = {
  effort: 36,
  begin: callStep("begin", ["VOL-05"], ({ context }) =>
    update(context, templateAt(context, "updateGroup"), "the declared update"),
  ),
  steps(context) {
    const body = templateAt(context, "updateGroup");
    if (body === undefined) return [];
    const written = writtenIn(context);
    const invalid = templateAt(context, "invalidGroup");
    return [
      writing("update", marks, written, (mark) => [
        update(context, marked(body, mark), `an update marked ${mark}`),
      ]),
      writing("again", fc.constant(null), written, (_, history) => [
        update(context, lastTaken(history) ?? body, "the same update again"),
      ]),
      writing("two-at-once", fc.tuple(marks, marks), written, ([one, other]) => [
        update(context, marked(body, one), `one of two updates at once, marked ${one},`),
        update(context, marked(body, other), `the other one, marked ${other},`),
      ]),
      ...(invalid === undefined
        ? []
        : [
            writing("invalid", marks, written, (mark) => [
              toBeRefused(
                update(context, { ...marked(body, mark), ...invalid }, `an invalid update marked ${mark}`),
              ),
            ]),
          ]),
      writing("refused", fc.tuple(marks, anyRefusedKey(context)), written, ([mark, key]) =>
        refusedWith(update(context, marked(body, mark), `an update marked ${mark}`), key, context),
      ),
      writing("malformed", fc.constant(null), written, () => [
        toBeRefused({ ...update(context, {}, "malformed JSON"), body: malformedJson }),
      ]),
    ];
  },
};

/** What must be answered, and the fact that says so; undefined where it is not stated. */
const expectedOf = (
  exchange: Exchange,
): { readonly statuses: readonly number[] | "success"; readonly fact: string } | undefined => {
  const key = refusedKeyOf(exchange);
  if (key !== undefined) return { statuses: [refusedKeys[key].status], fact: refusedKeys[key].fact };
  if (stepOf(exchange) === "invalid") return { statuses: [422], fact: "VOL-05" };
  return exchange.call?.expects === "refusal" ? undefined : { statuses: "success", fact: "VOL-05" };
};

export const groupOverTime = defineCheck({
  id: "group-over-time",
  facts: ["VOL-05", "VOL-08", "VOL-09"],
  effect: "write",
  severity: "error",
  interfaces: ["volunteer"],
  needs: ["volunteer.credentials.token", "volunteer.scratch.groupId", "volunteer.scratch.updateGroup"],
  title: "A group is what it was last updated to, whatever was sent before",
  why: "A refused update that is stored all the same renames a group for everybody.",
  explore: exploration,
  plan: (context) => replayed(exploration, context),
  *judge(exchanges): Generator<Judgement> {
    let bodies: readonly unknown[] = [];
    for (const exchange of exchanges) {
      const { call, request } = exchange;
      const isUpdate = exchange.operation === "updateGroup";
      const overlaps = isUpdate && stepOf(exchange) === "two-at-once";
      const expected = isUpdate ? expectedOf(exchange) : undefined;
      const label = call?.label ?? "";
      const wrong = expected && wrongStatus(exchange, expected.statuses, label, expected.fact);
      if (wrong !== undefined) yield wrong;
      if (!isSuccess(exchange)) continue;
      if (isUpdate && call?.expects === "refusal") bodies = [];
      else if (isUpdate)
        bodies = overlaps && label.includes(": the other one") ? [...bodies, request.body] : [request.body];
      // The answer to one of two that overlap may show the other one.
      const other = overlaps ? undefined : otherMark(jsonOf(exchange), "group", bodies);
      if (other !== undefined)
        yield violation({
          fact: "VOL-05",
          rule: "relation",
          message: `${other.name} of the group is not what was last sent`,
          exchange,
          expected: "the group as it was last updated",
          actual: "a value that was sent before, or refused",
        });
    }
  },
});
