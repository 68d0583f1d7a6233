import type { Arbitrary } from "fast-check";
import { send, type Plan, type PlanContext } from "./check.ts";
import type { Call, Exchange } from "./exchange.ts";

/** One thing that may be done next. */
export interface Step {
  /** Kebab-case; in the text of a sequence and before the label of every call. */
  readonly name: string;
  /** What it is done with, as JSON; left out where there is nothing to choose. */
  readonly argument?: Arbitrary<unknown>;
  /** Facts that its answers show; one that a run has taken without a violation is passed. */
  readonly shows: readonly string[];
  /** Whether it can follow what was exchanged in this sequence so far; always by default. */
  applies?(argument: unknown, history: readonly Exchange[]): boolean;
  /** What it asks. A batch of several calls is under way at once. */
  plan(argument: unknown, sequence: Sequence): Plan;
}

/** Where a step is in a sequence. */
export interface Sequence {
  readonly context: PlanContext;
  /** What was exchanged before it. */
  readonly history: readonly Exchange[];
}

/** A step with what it is done with. */
export interface Move {
  readonly step: Step;
  readonly argument?: unknown;
}

/** What an exploring check tries in sequences that its run draws. */
export interface Exploration {
  /** Requests in an ordinary run; `--deep` goes on. */
  readonly effort: number;
  /** Moves in a sequence at most; 20 by default. */
  readonly longest?: number;
  /** What it writes cannot be put back: elsewhere than in the embedded sandbox `--deep` does not go on. */
  readonly leaves?: true;
  /** Begins every sequence and is not in its text: brings about a state that is known. */
  readonly begin?: Step;
  /** The steps that the configuration allows; none where it allows nothing. */
  steps(context: PlanContext): readonly Step[];
}

/** A step that knows the type of its argument. */
export const defineStep = <Argument>(step: {
  readonly name: string;
  readonly shows: readonly string[];
  readonly argument: Arbitrary<Argument>;
  applies?(argument: Argument, history: readonly Exchange[]): boolean;
  plan(argument: Argument, sequence: Sequence): Plan;
}): Step =>
  // Arguments are drawn by the step itself, or read from a text that its arbitrary could have drawn.
  step as Step;

/** A step that is one call, with nothing to choose. */
export const callStep = (
  name: string,
  shows: readonly string[],
  call: (sequence: Sequence) => Call | undefined,
): Step => ({
  name,
  shows,
  *plan(_, sequence) {
    const made = call(sequence);
    if (made !== undefined) yield* send(made);
  },
});

/** One line for a sequence: `[["whole",{"text":1}],["again"]]`. */
export const textOf = (moves: readonly Move[]): string =>
  JSON.stringify(
    moves.map(({ step, argument }) => (argument === undefined ? [step.name] : [step.name, argument])),
  );

const moveOf = (entry: unknown, steps: readonly Step[]): Move | undefined => {
  if (!Array.isArray(entry)) return undefined;
  const [name, argument] = entry as readonly unknown[];
  const step = steps.find((one) => one.name === name);
  if (step?.argument === undefined) return step && argument === undefined ? { step } : undefined;
  return step.argument.canShrinkWithoutContext(argument) ? { step, argument } : undefined;
};

/** The sequence of a text; undefined where it is none of these steps. */
export const movesOf = (text: string, steps: readonly Step[]): readonly Move[] | undefined => {
  let entries: unknown;
  try {
    entries = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(entries)) return undefined;
  const moves = entries.map((entry: unknown) => moveOf(entry, steps));
  return moves.every((move) => move !== undefined) ? moves : undefined;
};

const labelled = (calls: readonly Call[], name: string, before: number): readonly Call[] =>
  calls.map((call, index) => ({
    ...call,
    label: `${before + index + 1} ${name}: ${call.label}`,
    // What an earlier request was answered is what the sequence is about.
    fresh: true,
  }));

/** Asks what a move asks, each call under its number in the sequence and the name of its step. */
export function* planOf({ step, argument }: Move, { context, history }: Sequence): Plan {
  const plan = step.plan(argument, { context, history });
  let count = history.length;
  for (let next = plan.next([]); next.done !== true;) {
    const calls = labelled(next.value, step.name, count);
    count += calls.length;
    next = plan.next(yield calls);
  }
}

/** The plan of an exploring check: carries out the sequence that it is to ask for again, and nothing without one. */
export function* replayed({ begin, steps }: Exploration, context: PlanContext): Plan {
  const moves = context.replay === undefined ? undefined : movesOf(context.replay, steps(context));
  if (moves === undefined) return;
  const history: Exchange[] = [];
  for (const move of begin === undefined ? moves : [{ step: begin }, ...moves]) {
    if (move.step.applies?.(move.argument, history) === false) continue;
    const plan = planOf(move, { context, history: [...history] });
    for (let next = plan.next([]); next.done !== true;) {
      const answers = yield next.value;
      history.push(...answers);
      next = plan.next(answers);
    }
  }
}

/** The label of a call without its number and the name of its step. */
export const unnumbered = (label: string): string => label.replace(/^\d+ [a-z-]+: /, "");

/** The name of the step that asked for an exchange. */
export const stepOf = ({ call }: Exchange): string | undefined =>
  /^\d+ ([a-z-]+): /.exec(call?.label ?? "")?.[1];
