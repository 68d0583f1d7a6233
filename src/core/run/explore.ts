import fc, { type AsyncCommand } from "fast-check";
import type { ActiveCheck, JudgeTools, Judgement, AnyPlan, PlanContext, Violation } from "../model/check.ts";
import { isBusy, isSuccess, responseOf, type AnyCall, type Exchange } from "../model/exchange.ts";
import { planOf, sequenceText, type Exploration, type Move } from "../model/exploration.ts";
import { atFirst, DrawMove, type Tried } from "./draw-moves.ts";
import { carryOut, type CutShort, type Execution, type Executor, type SendSchedule } from "./execute.ts";
import { madeAgain } from "./second-look.ts";
import { collectJudgements, factOf } from "./verdicts.ts";

export type ExploringCheck = ActiveCheck & { readonly explore: Exploration };

export const isExploring = (check: ActiveCheck): check is ExploringCheck => check.explore !== undefined;

interface CarriedOut {
  /** Its moves as text. */
  readonly replay: string;
  readonly exchanges: readonly Exchange[];
  /** Whether it sends a write along with other requests. */
  readonly overlaps: boolean;
  plan(): AnyPlan;
}

/** Result of exploring: all exchanges, and the judgement on the sequence that failed. */
export interface Explored extends Execution {
  readonly sequences: readonly CarriedOut[];
  readonly judgements: readonly Judgement[];
  /** Number of moves that showed each fact. */
  readonly shown: ReadonlyMap<string, number>;
}

export interface ExploreOptions {
  readonly check: ExploringCheck;
  readonly context: PlanContext;
  readonly tools: JudgeTools;
  readonly executor: Executor;
  readonly tried: Tried;
  /** Limit of requests; a sequence that has begun is still completed. */
  readonly effort: number;
  /** Additional requests for shrinking a failing sequence. */
  readonly shrinking: number;
  left(): number;
  isRead(exchange: Exchange): boolean;
  /** Waits until late changes must be visible. */
  settle(): Promise<void>;
}

/** Default limit of moves in a sequence. */
const usualLength = 20;

/** Requests that one move may take, including those of the journal: seventeen at once, and a few. */
const reserve = 20;

const mostSequences = 10_000;

/** Limit of different defects that one check looks for. */
const mostFailures = 3;

/** Limit of requests of an exploration, whatever it finds, including the reserve that it leaves untouched. */
export const mostAsked = (effort: number, shrinking: number): number =>
  mostFailures * (effort + shrinking + reserve) + reserve;

const isAlike = (check: ExploringCheck, one: Violation, other: Violation): boolean =>
  factOf(check, one) === factOf(check, other) &&
  one.rule === other.rule &&
  one.exchange.operation === other.exchange.operation &&
  one.message === other.message;

/** Ends a sequence: it has failed, shows nothing more, or the run is over. */
class SequenceFailed extends Error {}
class Abandoned extends Error {}

interface Failure {
  readonly violation: Violation;
  readonly sequence: Sequence;
}

/** Answers, each with the one when it was asked again. */
type Again = readonly (readonly [before: Exchange, again: Exchange])[];

interface Sequence {
  readonly moves: Move[];
  readonly history: Exchange[];
}

class Explorer {
  readonly #options: ExploreOptions;
  readonly exchanges: Exchange[] = [];
  readonly withRetries: Exchange[] = [];
  readonly warnings: Violation[] = [];
  readonly sequences: Sequence[] = [];
  readonly shown = new Map<string, number>();
  readonly failures: Failure[] = [];
  /** Why the sequences of this round failed. */
  failure: Failure | undefined;
  cutShort: CutShort | undefined;
  crash: unknown;
  /** By call, the calls that ran at once with it. */
  readonly #batches = new WeakMap<AnyCall, readonly AnyCall[]>();
  #since = 0;

  constructor(options: ExploreOptions) {
    this.#options = options;
  }

  isOver(): boolean {
    const { effort, shrinking, left } = this.#options;
    const most = this.#since + effort + (this.failure === undefined ? 0 : shrinking);
    return (
      this.cutShort !== undefined ||
      this.crash !== undefined ||
      this.exchanges.length >= most ||
      left() <= reserve
    );
  }

  /** Continues beyond the failures so far; false if there are none. */
  beginRound(): boolean {
    if (this.failure === undefined || this.failures.length === mostFailures - 1) return false;
    this.failures.push(this.failure);
    this.failure = undefined;
    this.#since = this.exchanges.length;
    return true;
  }

  all(): readonly Failure[] {
    return this.failure === undefined ? this.failures : [...this.failures, this.failure];
  }

  async #ask(start: () => AnyPlan, schedule: SendSchedule): Promise<readonly Exchange[]> {
    const { executor } = this.#options;
    const answer = executor.overlapping(schedule);
    const { exchanges, withRetries, cutShort } = await carryOut(start, (calls) => {
      for (const call of calls) this.#batches.set(call, calls);
      return answer(calls);
    });
    this.exchanges.push(...exchanges);
    this.withRetries.push(...withRetries);
    this.cutShort = cutShort;
    const isMute = (one: Exchange): boolean =>
      responseOf(one) === undefined || isBusy(one) || !executor.served.isServed(one.operation);
    if (cutShort !== undefined || exchanges.some(isMute)) throw new Abandoned();
    return exchanges;
  }

  #errorsIn(history: readonly Exchange[]): readonly Violation[] {
    const { check, tools } = this.#options;
    const violations = collectJudgements(check, check.judge(history, tools)).filter(
      (one) => one.kind === "violation",
    );
    // What a check itself only warns of is looked for all the same.
    const isError = ({ severity = "error" }: Violation): boolean => severity === "error";
    this.warnings.push(...violations.filter((one) => !isError(one)));
    const isKnown = (one: Violation): boolean =>
      this.failures.some(({ violation }) => isAlike(check, violation, one));
    return violations.filter((one) => isError(one) && !isKnown(one));
  }

  /** Asks the violating read, and those at once with it, again. Undefined for a write, and for a read beside one. */
  async #again(
    { exchange }: Violation,
    history: readonly Exchange[],
    hasWaited: boolean,
  ): Promise<Again | undefined> {
    const together = exchange.call && this.#batches.get(exchange.call);
    const before = history.filter(({ call }) => call !== undefined && together?.includes(call) === true);
    if (!before.includes(exchange) || !before.every((one) => this.#options.isRead(one))) return undefined;
    const calls = before.flatMap(({ call }) => (call === undefined ? [] : [madeAgain(call, "")]));
    if (!hasWaited) await this.#options.settle();
    else if (this.#options.left() <= reserve) throw new Abandoned();
    const later = await this.#ask(
      function* () {
        yield calls;
      },
      (send) => send(),
    );
    return before.flatMap((one, index) => {
      const again = later[index];
      return again === undefined ? [] : [[one, again] as const];
    });
  }

  #followsWrite(read: Exchange, history: readonly Exchange[]): boolean {
    return history
      .slice(0, history.indexOf(read))
      .some((one) => isSuccess(one) && !this.#options.isRead(one));
  }

  async #judge(sequence: Sequence): Promise<void> {
    const { history } = sequence;
    const found = this.#errorsIn(history);
    const [first] = found;
    if (first === undefined) return;
    /** What was answered before, by the answer when asked again. */
    const late = new Map<Exchange, Exchange>();
    let corrected = history;
    let left: Violation | undefined = first;
    // A server that lags behind shows it in every read since the write.
    while (left !== undefined) {
      const before = late.get(left.exchange);
      const again: Again | undefined =
        before === undefined ? await this.#again(left, corrected, late.size > 0) : undefined;
      if (again === undefined) {
        const fact = factOf(this.#options.check, left);
        const atFirstAnswer = found.find(
          (one) => one.exchange === before && factOf(this.#options.check, one) === fact,
        );
        this.failure = { violation: atFirstAnswer ?? left, sequence };
        throw new SequenceFailed();
      }
      for (const [was, now] of again) late.set(now, was);
      const changed = new Map(again);
      corrected = corrected.map((one) => changed.get(one) ?? one);
      [left] = this.#errorsIn(corrected);
    }
    // When a write must show is not stated: only an answer that no write explains is worth a word.
    if (!this.#followsWrite(first.exchange, history))
      this.warnings.push({
        ...first,
        severity: "warning",
        message: `${first.message}, but not when it is asked again a second later`,
        also: [...(first.also ?? []), ...late.keys()],
      });
    history.splice(0, history.length, ...corrected);
  }

  async #take(move: Move, sequence: Sequence, schedule: SendSchedule): Promise<void> {
    const { context, tried } = this.#options;
    const { moves, history } = sequence;
    if (this.cutShort !== undefined || this.#options.left() <= reserve) throw new Abandoned();
    tried.note(moves.at(-1)?.step.name ?? atFirst, move.step.name);
    const answers = await this.#ask(() => planOf(move, { context, history: [...history] }), schedule);
    moves.push(move);
    history.push(...answers);
    await this.#judge(sequence);
    for (const fact of move.step.shows) this.shown.set(fact, (this.shown.get(fact) ?? 0) + 1);
  }

  overlaps({ history }: Sequence): boolean {
    const isRead = (call: AnyCall): boolean =>
      history.some((one) => one.call === call && this.#options.isRead(one));
    return history.some(({ call }) => {
      const together = (call && this.#batches.get(call)) ?? [];
      return together.length > 1 && !together.every(isRead);
    });
  }

  commandOf(move: Move): AsyncCommand<Sequence, SendSchedule> {
    return {
      check: ({ history }) => move.step.applies?.(move.argument, history) !== false,
      run: (sequence, schedule) => this.#take(move, sequence, schedule),
      toString: () => sequenceText([move]),
    };
  }

  /** Carries out a sequence. Rejects when it fails. */
  async run(commands: Iterable<AsyncCommand<Sequence, SendSchedule>>, schedule: SendSchedule): Promise<void> {
    if (this.isOver()) return;
    const { begin } = this.#options.check.explore;
    const sequence: Sequence = { moves: [], history: [] };
    this.sequences.push(sequence);
    try {
      if (begin !== undefined) await this.commandOf({ step: begin }).run(sequence, schedule);
      await fc.asyncModelRun(() => ({ model: sequence, real: schedule }), commands);
    } catch (error) {
      if (error instanceof Abandoned) return;
      if (!(error instanceof SequenceFailed)) this.crash = error;
      throw error;
    }
  }
}

const replayOf = ({ moves }: Sequence, { explore: { begin } }: ExploringCheck): string =>
  sequenceText(moves.filter(({ step }) => step !== begin));

const reported = ({ violation, sequence }: Failure, check: ExploringCheck): Violation => ({
  ...violation,
  also: [...new Set([...sequence.history, ...(violation.also ?? [])])].filter(
    (one) => one !== violation.exchange,
  ),
  replay: replayOf(sequence, check),
});

/** Draws sequences by the seed until one fails or the effort is spent. A failing one is then made smaller. */
export const explore = async (options: ExploreOptions): Promise<Explored> => {
  const { check, context, tried } = options;
  const explorer = new Explorer(options);
  const { longest = usualLength } = check.explore;
  const steps = check.explore.steps(context);
  if (steps.length > 0) {
    const moves = new DrawMove(steps, tried);
    const commands = fc.commands([moves.map((move) => explorer.commandOf(move))], { maxCommands: longest });
    const property = fc.asyncProperty(fc.scheduler(), commands, async (scheduler, drawn) => {
      moves.restart();
      const schedule: SendSchedule = (send) => scheduler.schedule(Promise.resolve()).then(send);
      await scheduler.waitFor(explorer.run(drawn, schedule));
    });
    const numRuns = Math.min(options.effort, mostSequences);
    for (let round = 0; round === 0 || explorer.beginRound(); round += 1)
      await fc.check(property, { seed: context.seed + round, numRuns });
  }
  if (explorer.crash !== undefined) throw explorer.crash;
  const { exchanges, withRetries, cutShort, warnings, sequences, shown } = explorer;
  const carriedOut = sequences.map((sequence): CarriedOut => {
    const replay = replayOf(sequence, check);
    const overlaps = explorer.overlaps(sequence);
    return { replay, exchanges: sequence.history, overlaps, plan: () => check.plan({ ...context, replay }) };
  });
  return {
    exchanges,
    withRetries,
    ...(cutShort === undefined ? {} : { cutShort }),
    sequences: carriedOut,
    shown,
    judgements: [...warnings, ...explorer.all().map((failure) => reported(failure, check))],
  };
};
