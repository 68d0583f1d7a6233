import type { Exchange, ExchangeRequest, Outcome } from "../model/exchange.ts";
import {
  type ExchangeRef,
  firstSteps,
  nothing,
  numbering,
  type ReportedAt,
  type Tally,
  type TallyStep,
} from "../model/tally.ts";
import type { Mask } from "../privacy/mask.ts";
import type { Shard } from "./selection.ts";

/** Exchanges as findings and observations refer to them. */
export type EvidenceLog = ReturnType<typeof createEvidence>;

/** Path of an address, unchanged: a shown address may hold names in braces. */
const pathOf = (url: string): string => /^[a-z]+:\/\/[^/?#]*([^?#]+)/i.exec(url)?.[1] ?? "/";

export interface EvidenceOptions {
  readonly mask: Mask;
  /** A request as evidence may show it; by default as it is. */
  readonly show?: (exchange: Exchange) => ExchangeRequest;
  /** Steps leave out those of other shards. */
  readonly shard?: Shard | undefined;
  readonly earlier?: Tally | undefined;
}

export const createEvidence = ({
  mask,
  show = ({ request }) => request,
  shard: { index, count } = { index: 1, count: 1 },
  earlier: { steps: before, findings, observations } = nothing,
}: EvidenceOptions) => {
  // An outcome that nothing else holds cannot recur.
  const refs = new WeakMap<Outcome, ExchangeRef>();
  const steps: (TallyStep & { exchanges: number })[] = [];
  /** First step by check: a check that was interrupted keeps its number. */
  const firsts = firstSteps(before);
  let rounds = before.reduce((last, { step }) => Math.max(last, Math.floor(step / count) + 1), 0);
  let reported = findings.length + observations.length;
  let entry: number | undefined;
  const numberBefore = numbering(before);
  /** Exchanges before each step of this part, whose steps follow the earlier ones. */
  const starts = new Map<number, number>();
  let counted = before.reduce((sum, { exchanges }) => sum + exchanges, 0);

  const begin = (check: string): (typeof steps)[number] => {
    const last = steps.at(-1);
    if (last?.check === check) return last;
    const next = { step: rounds * count + index - 1, check, exchanges: 0 };
    rounds += 1;
    steps.push(next);
    starts.set(next.step, counted);
    if (!firsts.has(check)) firsts.set(check, next.step);
    return next;
  };

  return {
    /** Attributes exchanges first seen from now on to this check. */
    begin: (check: string) => void begin(check),
    has: ({ outcome }: Exchange) => refs.has(outcome),
    /** References an exchange, numbered by first sight. */
    refOf({ outcome }: Exchange): ExchangeRef {
      const known = refs.get(outcome);
      if (known !== undefined) return known;
      const step = steps.at(-1) ?? begin("");
      step.exchanges += 1;
      counted += 1;
      const ref = [step.step, step.exchanges] as const;
      refs.set(outcome, ref);
      return ref;
    },
    /** Number of an exchange by first sight, from 1. */
    numberOf(ref: ExchangeRef) {
      const start = starts.get(ref[0]);
      return start === undefined ? numberBefore(ref) : start + ref[1];
    },
    numberAs({ outcome }: Exchange, number: number) {
      const step = begin("");
      step.exchanges = number;
      if (entry !== number) reported = 0;
      entry = number;
      refs.set(outcome, [step.step, number]);
    },
    /** Position of a report that is made now. */
    now(): ReportedAt {
      const { check, step } = steps.at(-1) ?? begin("");
      reported += 1;
      // Other parts of a recording lie in between.
      return [entry ?? firsts.get(check) ?? step, reported];
    },
    steps: (): readonly TallyStep[] => steps,
    show,
    /** Method and masked path. */
    requestOf(exchange: Exchange) {
      const { method, url } = show(exchange);
      return `${method} ${pathOf(url)}`;
    },
    mask: (text: string) => mask.mask(text),
  };
};
