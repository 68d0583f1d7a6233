import { defineCheck, send, type Judgement, type PlanContext } from "../model/check.ts";
import type { Call } from "../model/exchange.ts";
import { labelled, notApplicable, observation, wrongStatus } from "./support/judgements.ts";
import { idAt, mainBearer } from "./support/sample-calls.ts";
import { fillTemplate } from "./support/template.ts";
import { shapeOf } from "../validation/shape-of.ts";
import { jsonOf } from "../model/exchange.ts";

const body = (context: PlanContext, name: string): unknown =>
  fillTemplate(context.setting(`volunteer.scratch.${name}`), context);

interface Step {
  readonly label: string;
  readonly operation: "createGroup" | "updateGroup";
  readonly template: "createGroup" | "updateGroup" | "invalidGroup";
  readonly expected: "success" | readonly number[];
}

/** Invalid input first, so that the group ends as the valid update leaves it. */
const steps: readonly Step[] = [
  { label: "an invalid new group", operation: "createGroup", template: "invalidGroup", expected: [422] },
  { label: "an invalid group update", operation: "updateGroup", template: "invalidGroup", expected: [422] },
  { label: "a new group", operation: "createGroup", template: "createGroup", expected: "success" },
  { label: "a group update", operation: "updateGroup", template: "updateGroup", expected: "success" },
];

const callOf = (step: Step, context: PlanContext): Call | undefined => {
  const groupId = idAt(context, "volunteer.scratch.groupId");
  if (!context.has(`volunteer.scratch.${step.template}`)) return undefined;
  if (step.operation === "updateGroup" && groupId === undefined) return undefined;
  return {
    operation: step.operation,
    ...(step.operation === "updateGroup" ? { path: { id: groupId ?? "" } } : {}),
    body: { kind: "json", value: body(context, step.template) },
    authorization: mainBearer("volunteer"),
    label: step.label,
  };
};

export const groupInputIsValidated = defineCheck({
  id: "group-input-is-validated",
  facts: ["VOL-05"],
  effect: "write",
  severity: "error",
  interfaces: ["volunteer"],
  needs: ["volunteer.credentials.token"],
  title: "Groups are created and updated; invalid input gets 422",
  why: "A group made from invalid input breaks every list that shows it.",
  *plan(context) {
    for (const step of steps) {
      const call = callOf(step, context);
      if (call !== undefined) yield* send(call);
    }
  },
  *judge(exchanges): Generator<Judgement> {
    if (exchanges.length === 0)
      return yield notApplicable(
        "not configured: volunteer.scratch.createGroup, updateGroup or invalidGroup",
      );
    for (const { label, expected } of steps) {
      const exchange = labelled(exchanges, label);
      const wrong = exchange && wrongStatus(exchange, expected, label);
      if (wrong !== undefined) yield wrong;
      else if (exchange !== undefined && expected !== "success")
        yield observation("U-26", `a 422 carries ${shapeOf(jsonOf(exchange))}`, exchange);
    }
  },
});
