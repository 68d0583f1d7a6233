import type { AnyPlan } from "../model/check.ts";
import type { Contract } from "../model/contract.ts";
import type { AnyCall, Exchange } from "../model/exchange.ts";
import { createLabels, restricted } from "./restricted-plan.ts";

export interface AskedPlan {
  plan(): AnyPlan;
  /** In the order of its calls. */
  readonly exchanges: readonly Exchange[];
}

export interface NeededExchanges {
  /** A minimal set that shows it: none can be left out. */
  readonly shown: readonly Exchange[];
  /** Those and all others that must be answered before the plan asks for them. */
  readonly asked: readonly Exchange[];
}

/** Limit of judgements. More would take longer than shorter lists are worth. */
const mostJudgements = 300;

const mostPlans = 150;

const sameCall = (one: AnyCall | undefined, other: AnyCall): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** What a plan asks if only some of its calls are answered; undefined if it crashes. */
const askedWith = (
  asked: AskedPlan,
  kept: ReadonlySet<Exchange>,
  operations: Contract["operations"],
): readonly Exchange[] | undefined => {
  const labelOf = createLabels();
  const known = new Map(asked.exchanges.map((one) => [one.call && labelOf(one.call), one]));
  const answers = new Map<AnyCall, Exchange>();
  const isAsked = (label: string, call: AnyCall): boolean => {
    const answer = known.get(label);
    if (answer === undefined || !kept.has(answer) || !sameCall(answer.call, call)) return false;
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

type Test = (some: readonly Exchange[]) => boolean;

/** Leaves out all exchanges of one operation after the other, unless one of them is evidence. */
const leaveOutOperations = (
  all: readonly Exchange[],
  evidence: readonly Exchange[],
  isEnough: Test,
): readonly Exchange[] => {
  const kept = new Set(evidence.map(({ operation }) => operation));
  let some = all;
  for (const operation of new Set(all.map((one) => one.operation))) {
    const rest = kept.has(operation) ? some : some.filter((one) => one.operation !== operation);
    if (rest.length < some.length && isEnough(rest)) some = rest;
  }
  return some;
};

/** Leaves out as much as possible from the end: halves, quarters, finally single exchanges. */
const leaveOut = (all: readonly Exchange[], isEnough: Test): readonly Exchange[] => {
  let kept = all;
  for (let size = Math.ceil(all.length / 2); size >= 1;) {
    const before = kept.length;
    for (let end = before; end > 0; end -= size) {
      const rest = [...kept.slice(0, Math.max(0, end - size)), ...kept.slice(end)];
      if (rest.length < kept.length && isEnough(rest)) kept = rest;
    }
    if (size === 1 && kept.length === before) break;
    size = Math.ceil(size / 2);
  }
  return kept;
};

const atMost = (most: number, test: Test): Test => {
  let count = 0;
  return (some) => {
    count += 1;
    return count <= most && test(some);
  };
};

/** The fewest exchanges that pass a test, starting with the first list that passes. */
const fewest = (
  starts: readonly (readonly Exchange[])[],
  evidence: readonly Exchange[],
  isEnough: Test,
): readonly Exchange[] | undefined => {
  const start = starts.find(isEnough);
  return start && leaveOut(leaveOutOperations(start, evidence, isEnough), isEnough);
};

/**
 * The exchanges of a plan that are needed to show something. First those are left out that the judge does not need;
 * then the plan is repeated on its recorded answers, each time without some of the others. Undefined if all of them
 * together do not show it.
 * @param evidence those that the finding names, which may suffice
 */
export const neededExchanges = (
  plan: AskedPlan,
  evidence: readonly Exchange[],
  shows: Test,
  operations: Contract["operations"],
): NeededExchanges | undefined => {
  const { exchanges } = plan;
  const startsWith = (some: ReadonlySet<AnyCall | undefined>): readonly (readonly Exchange[])[] => {
    const last = exchanges.findLastIndex(({ call }) => some.has(call));
    return [exchanges.filter(({ call }) => some.has(call)), exchanges.slice(0, last + 1), exchanges];
  };
  const named = new Set(evidence.map(({ call }) => call));
  const shown = fewest(startsWith(named), evidence, atMost(mostJudgements, shows));
  if (shown === undefined) return undefined;
  let asked: readonly Exchange[] | undefined;
  const isAsked: Test = (some) => {
    const answered = askedWith(plan, new Set(some), operations);
    if (answered === undefined || !shown.every((one) => answered.includes(one)) || !shows(answered))
      return false;
    asked = answered;
    return true;
  };
  fewest(startsWith(new Set(shown.map(({ call }) => call))), shown, atMost(mostPlans, isAsked));
  return asked && { shown, asked };
};
