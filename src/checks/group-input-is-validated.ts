import { defineCheck, send, type Judgement, type PlanContext } from "../harness/model/check.ts";
import type { Call } from "../harness/model/exchange.ts";
import { resources } from "../contract/generated/resources.ts";
import { labelled, notApplicable, wrongStatus } from "./support/judgements.ts";
import { readCall, readCreated } from "./support/resource.ts";
import { idAt, mainBearer } from "./support/sample-calls.ts";
import { creationIn, creationLabel, fillTemplate, mayBeKnown } from "./support/declared-body.ts";
import { judgeCreated, judgeRefused, judgeUpdated } from "./support/written-record.ts";
import { toBeRefused } from "./support/refusal.ts";

const body = (context: PlanContext, name: string): unknown =>
  fillTemplate(context.setting(`volunteer.scratch.${name}`), context);

interface Step {
  readonly label: string;
  readonly operation: "createGroup" | "updateGroup";
  readonly template: "createGroup" | "updateGroup" | "invalidGroup";
  readonly expected: "success" | readonly number[];
}

/** Invalid input first, so that the group ends as the valid update leaves it. */
const steps = {
  invalidNew: {
    label: "an invalid new group",
    operation: "createGroup",
    template: "invalidGroup",
    expected: [422],
  },
  invalidUpdate: {
    label: "an invalid group update",
    operation: "updateGroup",
    template: "invalidGroup",
    expected: [422],
  },
  creation: { label: "a new group", operation: "createGroup", template: "createGroup", expected: "success" },
  update: { label: "a group update", operation: "updateGroup", template: "updateGroup", expected: "success" },
} as const satisfies Readonly<Record<string, Step>>;

const reads = ["before", "between", "after"] as const;

const callOf = (step: Step, context: PlanContext): Call | undefined => {
  const groupId = idAt(context, "volunteer.scratch.groupId");
  if (!context.has(`volunteer.scratch.${step.template}`)) return undefined;
  if (step.operation === "updateGroup" && groupId === undefined) return undefined;
  return {
    operation: step.operation,
    ...(step.operation === "updateGroup" ? { path: { id: groupId ?? "" } } : {}),
    body: { kind: "json", value: body(context, step.template) },
    authorization: mainBearer("volunteer"),
    label: step === steps.creation ? creationLabel(step.label, context) : step.label,
  };
};

export const groupInputIsValidated = defineCheck({
  id: "group-input-is-validated",
  facts: ["VOL-05"],
  effect: "write",
  severity: "error",
  interfaces: ["volunteer"],
  needs: ["volunteer.credentials.token"],
  title: "Groups can be created and updated; invalid input gets 422 and changes nothing",
  why: "A group made from invalid input breaks every list that shows it.",
  *plan(context) {
    const groupId = idAt(context, "volunteer.scratch.groupId");
    const [before, between, after] = reads.map((label) =>
      groupId === undefined ? undefined : readCall(context, resources.volunteer.group, groupId, label),
    );
    const { invalidNew, invalidUpdate, creation, update } = steps;
    const [wrongNew, wrongUpdate] = [invalidNew, invalidUpdate].map((step) => callOf(step, context));
    for (const call of [
      wrongNew && toBeRefused(wrongNew),
      before,
      wrongUpdate && toBeRefused(wrongUpdate),
      between,
    ])
      if (call !== undefined) yield* send(call);
    const make = callOf(creation, context);
    if (make !== undefined) {
      yield* readCreated(context, resources.volunteer.group, yield* send(make), "the new group");
    }
    for (const call of [callOf(update, context), after]) if (call !== undefined) yield* send(call);
  },
  *judge(exchanges): Generator<Judgement> {
    if (!exchanges.some(({ operation }) => operation !== undefined))
      return yield notApplicable(
        "not configured: volunteer.scratch.createGroup, updateGroup or invalidGroup",
      );
    for (const { label, expected } of Object.values<Step>(steps)) {
      const exchange = creationIn(exchanges, label);
      if (exchange === undefined || mayBeKnown(exchange)) continue;
      const wrong = wrongStatus(exchange, expected, label);
      if (wrong !== undefined) yield wrong;
    }
    const [before, between, after] = reads.map((label) => labelled(exchanges, label));
    const [refused, creation, update] = [steps.invalidUpdate, steps.creation, steps.update].map(({ label }) =>
      creationIn(exchanges, label),
    );
    yield* judgeRefused("group", { update: refused, before, after: between });
    yield* judgeCreated("group", { creation, shown: labelled(exchanges, "the new group"), control: before });
    yield* judgeUpdated("group", { update, before: between, after });
  },
});
