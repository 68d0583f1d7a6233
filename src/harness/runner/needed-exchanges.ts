import type { Plan } from "../model/check.ts";
import type { Contract } from "../model/contract.ts";
import type { Call, Exchange } from "../model/exchange.ts";
import { createLabels, restricted } from "./restricted-plan.ts";

/** A plan that was carried out, and what it was answered. */
export interface AskedPlan {
  /** Begins the same plan anew. */
  plan(): Plan;
  /** In the order of its calls. */
  readonly exchanges: readonly Exchange[];
}

/** More would take longer than a reader gains by shorter lists. */
const mostAttempts = 150;

const sameCall = (one: Call | undefined, other: Call): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** What a plan gets to ask where it hears the answers to some of its calls alone; undefined where it crashes. */
const askedWith = (
  asked: AskedPlan,
  kept: ReadonlySet<Exchange>,
  operations: Contract["operations"],
): readonly Exchange[] | undefined => {
  const labelOf = createLabels();
  const known = new Map(asked.exchanges.map((one) => [one.call && labelOf(one.call), one]));
  const answers = new Map<Call, Exchange>();
  const isAsked = (label: string, call: Call): boolean => {
    const answer = known.get(label);
    const isKept = answer !== undefined && (kept.has(answer) || call.isControl === true);
    if (!isKept || !sameCall(answer.call, call)) return false;
    answers.set(call, answer);
    return true;
  };
  try {
    const plan = restricted(asked.plan(), isAsked, operations);
    for (let step = plan.next([]); step.done !== true;)
      step = plan.next(step.value.flatMap((call) => answers.get(call) ?? []));
    return [...answers.values()];
  } catch {
    return undefined;
  }
};

/** Leaves out all exchanges of an operation, one operation after the other, where none of them is evidence. */
const leaveOutOperations = (
  all: readonly Exchange[],
  evidence: readonly Exchange[],
  isEnough: (some: readonly Exchange[]) => boolean,
): readonly Exchange[] => {
  const kept = new Set(evidence.map(({ operation }) => operation));
  let some = all;
  for (const operation of new Set(all.map((one) => one.operation))) {
    const rest = kept.has(operation) ? some : some.filter((one) => one.operation !== operation);
    if (rest.length < some.length && isEnough(rest)) some = rest;
  }
  return some;
};

/** Leaves out as much as it can from the end: halves, quarters, and at last single ones. */
const leaveOut = <T>(all: readonly T[], isEnough: (some: readonly T[]) => boolean): readonly T[] => {
  let kept = all;
  for (let size = Math.ceil(all.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let end = kept.length; end > 0; end -= size) {
      const rest = [...kept.slice(0, Math.max(0, end - size)), ...kept.slice(end)];
      if (rest.length < kept.length && isEnough(rest)) kept = rest;
    }
  return kept;
};

/**
 * The exchanges of a plan that it takes to show something, in order: the plan is carried out again and again on the
 * answers that it was given, each time without some of them. Undefined when all of them together do not show it.
 * @param evidence those that the finding names, which may be all that it takes
 */
export const neededExchanges = (
  asked: AskedPlan,
  evidence: readonly Exchange[],
  shows: (exchanges: readonly Exchange[]) => boolean,
  operations: Contract["operations"],
): readonly Exchange[] | undefined => {
  let attempts = 0;
  let shortest: readonly Exchange[] | undefined;
  const isEnough = (some: readonly Exchange[]): boolean => {
    attempts += 1;
    const heard = attempts > mostAttempts ? undefined : askedWith(asked, new Set(some), operations);
    if (heard === undefined || !shows(heard)) return false;
    shortest = heard;
    return true;
  };
  const { exchanges } = asked;
  const calls = new Set(evidence.map(({ call }) => call));
  const named = exchanges.filter(({ call }) => calls.has(call));
  const last = exchanges.findLastIndex(({ call }) => calls.has(call));
  const start = [named, exchanges.slice(0, last + 1), exchanges].find(isEnough);
  // What is left of many is found sooner where whole operations went before.
  if (start !== undefined) leaveOut(leaveOutOperations(start, evidence, isEnough), isEnough);
  return shortest;
};
