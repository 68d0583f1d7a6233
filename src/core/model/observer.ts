import type { JudgeTools, Observation } from "./check.ts";
import type { Exchange } from "./exchange.ts";
import type { InterfaceName } from "./interface-name.ts";

/**
 * Answers questions that the specification leaves open, from passing traffic. It sends nothing and never reports a
 * defect.
 */
export interface Observer {
  /** Kebab-case; also the name of its file. */
  readonly id: string;
  /** Ids of specs/unknowns.yaml that it may answer. */
  readonly unknowns: readonly [string, ...string[]];
  readonly interfaces: readonly InterfaceName[];
  /**
   * Also sees refusals that were provoked on purpose (`expects` of a call); all other observers see only answers to
   * requests that were meant to succeed.
   */
  readonly aboutRefusals?: true;
  /** Starts observing one run. */
  watch(): Watch;
}

/** One observer's view of one run, in constant memory. */
export interface Watch {
  /** Sees an exchange with a response, including those with the sandbox's control interface. */
  see(exchange: Exchange, tools: JudgeTools): void;
  /** Its conclusions: sentences without a customer's value. Empty if nothing was seen. */
  observations(): Iterable<Observation>;
}

/** Types an observer without widening it. */
export const defineObserver = <const O extends Observer>(observer: O): O => observer;
