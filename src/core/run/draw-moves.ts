import { Arbitrary, Stream, Value, type Random } from "fast-check";
import type { Move, Action } from "../model/exploration.ts";
import type { TriedStep } from "../model/tried-step.ts";

/** How often each step has followed another; the least tried comes next. */
export interface Tried {
  count(before: string, step: string): number;
  note(before: string, step: string, times?: number): void;
}

export interface TriedLog {
  of(check: string): Tried;
  total(check: string): number;
}

export interface WholeTriedLog extends TriedLog {
  all(): readonly TriedStep[];
}

/** Knows what `earlier` runs have tried; `keep` is called with each move that this run tries. */
export const createTriedLog = (
  earlier: Iterable<TriedStep> = [],
  keep: (tried: TriedStep) => void = () => undefined,
): WholeTriedLog => {
  const steps = new Map<string, TriedStep>();
  const totals = new Map<string, number>();
  const keyOf = (check: string, before: string, step: string): string => `${check} ${before} ${step}`;
  const count = (check: string, before: string, step: string): number =>
    steps.get(keyOf(check, before, step))?.times ?? 0;
  const add = ({ check, before, step, times }: TriedStep): void => {
    const all = count(check, before, step) + times;
    steps.set(keyOf(check, before, step), { check, before, step, times: all });
    totals.set(check, (totals.get(check) ?? 0) + times);
  };
  for (const one of earlier) add(one);
  return {
    of: (check) => ({
      count: (before, step) => count(check, before, step),
      note(before, step, times = 1) {
        const tried = { check, before, step, times };
        add(tried);
        keep(tried);
      },
    }),
    total: (check) => totals.get(check) ?? 0,
    all: () => [...steps.values()],
  };
};

/** Stands for the step before the first one of a sequence. */
export const atFirst = "";

/** Stands for any preceding step. */
const anything = "*";

const rarestOf = (steps: readonly Action[], times: (step: Action) => number): readonly Action[] => {
  const counts = steps.map(times);
  const least = Math.min(...counts);
  return steps.filter((_, index) => counts[index] === least);
};

interface Drawn {
  readonly step: Action;
  /** Context that the step's own arbitrary needs to shrink the argument. */
  readonly inner: unknown;
}

/** Draws the step that has followed the previous one least often, so that every pair comes soon and recurs. */
export class DrawMove extends Arbitrary<Move> {
  readonly #steps: readonly Action[];
  readonly #tried: Tried;
  #drawn = createTriedLog().of("");
  #before = atFirst;

  constructor(steps: readonly Action[], tried: Tried) {
    super();
    this.#steps = steps;
    this.#tried = tried;
  }

  /** The next move drawn is the first one of a sequence. */
  restart(): void {
    this.#before = atFirst;
  }

  override generate(random: Random): Value<Move> {
    const times = (before: string, { name }: Action): number =>
      this.#tried.count(before, name) + this.#drawn.count(before, name);
    const afterLast = rarestOf(this.#steps, (step) => times(this.#before, step));
    // Ties go to the step that was tried least overall.
    const rarest = rarestOf(afterLast, (step) => times(anything, step));
    const step = rarest[random.nextInt(0, rarest.length - 1)];
    if (step === undefined) throw new Error("there is no step to draw");
    this.#drawn.note(this.#before, step.name);
    this.#drawn.note(anything, step.name);
    this.#before = step.name;
    const argument = step.argument?.generate(random, undefined);
    const drawn: Drawn = { step, inner: argument?.context };
    return new Value<Move>(argument === undefined ? { step } : { step, argument: argument.value }, drawn);
  }

  override canShrinkWithoutContext(_: unknown): _ is Move {
    return false;
  }

  override shrink({ argument }: Move, context: unknown): Stream<Value<Move>> {
    // What generate and shrink give.
    const { step, inner } = context as Drawn;
    if (step.argument === undefined) return Stream.nil();
    return step.argument
      .shrink(argument, inner)
      .map((smaller) => new Value<Move>({ step, argument: smaller.value }, { step, inner: smaller.context }));
  }
}
