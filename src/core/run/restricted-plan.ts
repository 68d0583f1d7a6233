import type { AnyPlan } from "../model/check.ts";
import type { Contract } from "../model/contract.ts";
import { type AnyCall, type Exchange, callName } from "../model/exchange.ts";
import { isSecret } from "../model/secret.ts";
import type { RunOptions } from "./run-options.ts";
import { urlOf } from "./wire-request.ts";

/** Names the calls of one plan in order, numbered where a name recurs. */
export const createLabels = (): ((call: AnyCall) => string) => {
  const times = new Map<string, number>();
  return (call) => {
    const name = callName(call);
    const count = (times.get(name) ?? 0) + 1;
    times.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  };
};

type Operations = Pick<Contract, "operations">["operations"];

/** Plans read the request from the URL, whatever its outcome. */
const nowhere = { baseUrl: "https://not-asked.invalid", versionPrefix: undefined };

const notAsked = (call: AnyCall, operations: Operations): Exchange => {
  const operation = call.sandbox ?? operations[call.operation];
  if (operation === undefined) throw new Error(`${call.label}: no operation is called ${call.operation}`);
  const { interface: name, method, path } = operation;
  const url = urlOf({ id: call.operation, path }, call, nowhere, (value) =>
    isSecret(value) ? "$SECRET" : encodeURIComponent(value),
  );
  return {
    interface: name,
    operation: call.operation,
    call,
    request: { method, url, headers: {}, authorization: "none" },
    outcome: { kind: "failure", reason: "not-sent", message: "not asked" },
  };
};

/** A plan that ignores missing answers might never end. */
const mostBatchesInVain = 1000;

/** A plan that sends only some of its calls. It sees the others as not sent. */
export function* restricted(
  plan: AnyPlan,
  isAsked: (label: string, call: AnyCall) => boolean,
  operations: Operations,
): AnyPlan {
  const labelOf = createLabels();
  let inVain = 0;
  for (let step = plan.next([]); step.done !== true && inVain < mostBatchesInVain;) {
    const calls = step.value;
    const asked = calls.filter((call) => isAsked(labelOf(call), call));
    inVain = asked.length === 0 ? inVain + 1 : 0;
    const answers = asked.length === 0 ? [] : yield asked;
    const byCall = new Map(asked.map((call, index) => [call, answers[index]]));
    step = plan.next(calls.map((call) => byCall.get(call) ?? notAsked(call, operations)));
  }
}

/** Makes a run carry out its plans with only these calls. @param sampled whether plans pick from what they could ask */
export const askingOnly = (
  isAsked: (call: AnyCall) => boolean,
  sampled: boolean,
  { operations }: Pick<Contract, "operations">,
): Pick<RunOptions, "effort" | "picks" | "plan"> => ({
  effort: "plans",
  picks: { sampled },
  plan: (check, context) => restricted(check.plan(context), (_, call) => isAsked(call), operations),
});
