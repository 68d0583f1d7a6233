import type { JudgeTools, Observation } from "./check.ts";
import type { Exchange } from "./exchange.ts";
import type { InterfaceName } from "./interface-name.ts";

/**
 * Answers questions that the specification leaves open by what passes anyway. It asks for nothing, holds nobody to
 * anything and never finds a fault.
 */
export interface Observer {
  /** Kebab-case; also the name of its file. */
  readonly id: string;
  /** Ids of specs/unknowns.yaml that it may have something to say about. */
  readonly unknowns: readonly [string, ...string[]];
  readonly interfaces: readonly InterfaceName[];
  /**
   * Asks what refusals look like, and so also sees those that were asked for (`expects` of a call). All other observers
   * see only answers to requests that were made to be accepted.
   */
  readonly aboutRefusals?: true;
  /** Begins a watch over one run. */
  watch(): Watch;
}

/** What one observer has seen of one run. Its memory does not grow with the number of exchanges. */
export interface Watch {
  /** Looks at an exchange that got a response; one that the sandbox's control interface answered, too. */
  see(exchange: Exchange, tools: JudgeTools): void;
  /** What it came to: sentences without a customer's value. Nothing where nothing was seen. */
  observations(): Iterable<Observation>;
}

/** Types an observer without widening it. */
export const defineObserver = <const O extends Observer>(observer: O): O => observer;
