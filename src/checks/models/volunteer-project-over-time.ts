import fc from "fast-check";
import { defineCheck, type Judgement, type PlanContext } from "../../harness/model/check.ts";
import { isSuccess, jsonOf, type Call, type Exchange } from "../../harness/model/exchange.ts";
import { callStep, replayed, stepOf, type Exploration } from "../../harness/model/exploration.ts";
import { violation, wrongStatus } from "../support/judgements.ts";
import { malformedJson } from "../support/malformed.ts";
import { readBack } from "../support/read-back.ts";
import { idAt, mainBearer } from "../support/sample-calls.ts";
import { marked } from "../support/marked.ts";
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
import { toBeRefused } from "../support/refusal.ts";

const idOf = (context: PlanContext): string | number => idAt(context, "volunteer.scratch.projectId") ?? "";

const update = (context: PlanContext, value: unknown, label: string): Call => ({
  operation: "updateProject",
  path: { id: idOf(context) },
  body: { kind: "json", value },
  authorization: mainBearer("volunteer"),
  label,
});

const writtenIn = (context: PlanContext, fact = "VOL-04"): Written => ({
  shows: [fact],
  reads: (label) => [readBack(context, "project", idOf(context), label)].flatMap((call) => call ?? []),
});

const lastTaken = (history: readonly Exchange[]): unknown =>
  history.findLast((one) => one.operation === "updateProject" && isSuccess(one))?.request.body;

const exploration: Exploration = {
  effort: 36,
  begin: callStep("begin", ["VOL-04"], ({ context }) =>
    update(context, templateAt(context, "updateProject"), "the declared update"),
  ),
  steps(context) {
    const body = templateAt(context, "updateProject");
    if (body === undefined) return [];
    const written = writtenIn(context);
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
      writing("refused", fc.tuple(marks, anyRefusedKey(context)), written, ([mark, key]) =>
        refusedWith(update(context, marked(body, mark), `an update marked ${mark}`), key, context),
      ),
      writing("malformed", fc.constant(null), written, () => [
        toBeRefused({ ...update(context, {}, "malformed JSON"), body: malformedJson }),
      ]),
    ];
  },
};

export const volunteerProjectOverTime = defineCheck({
  id: "volunteer-project-over-time",
  facts: ["VOL-04", "VOL-08", "VOL-09"],
  effect: "write",
  severity: "error",
  interfaces: ["volunteer"],
  needs: ["volunteer.credentials.token", "volunteer.scratch.projectId", "volunteer.scratch.updateProject"],
  title: "A project is what it was last updated to, whatever was sent before",
  why: "Volunteers come to the old place when a second update is lost.",
  explore: exploration,
  plan: (context) => replayed(exploration, context),
  *judge(exchanges): Generator<Judgement> {
    let bodies: readonly unknown[] = [];
    for (const exchange of exchanges) {
      const { call, request } = exchange;
      const label = call?.label ?? "";
      const key = refusedKeyOf(exchange);
      const isUpdate = exchange.operation === "updateProject";
      if (key !== undefined) {
        const { status, fact } = refusedKeys[key];
        const wrong = wrongStatus(exchange, [status], label, fact);
        if (wrong !== undefined) yield wrong;
        if (isSuccess(exchange)) bodies = [];
      } else if (isUpdate && call?.expects === undefined) {
        const wrong = wrongStatus(exchange, "success", label, "VOL-04");
        if (wrong !== undefined) yield wrong;
        const overlaps = stepOf(exchange) === "two-at-once" && label.includes(": the other one");
        bodies = overlaps ? [...bodies, request.body] : [request.body];
      } else if (isUpdate && isSuccess(exchange)) bodies = [];
      if (!isSuccess(exchange) || (stepOf(exchange) === "two-at-once" && isUpdate)) continue;
      const other = otherMark(jsonOf(exchange), "project", bodies);
      if (other === undefined) continue;
      yield violation({
        fact: "VOL-04",
        rule: "relation",
        message: `${other.name} of the project is not what was last sent`,
        exchange,
        expected: "the project as it was last updated",
        actual: "a value that was sent before, or refused",
      });
    }
  },
});
