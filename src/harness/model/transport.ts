import type { Outcome, ResponseOutcome } from "./exchange.ts";
import type { InterfaceName } from "./interface-name.ts";
import type { Effect, Method } from "./operation.ts";

/** A request ready to be sent: secrets resolved, never to be written anywhere. */
export interface WireRequest {
  readonly interface: InterfaceName;
  readonly operation: string;
  readonly effect: Effect;
  readonly method: Method;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Path parameters as text, by which the guard knows scratch records. */
  readonly pathParameters: Readonly<Record<string, string>>;
  /** True when the first answer is wanted as it is, without a retry. */
  readonly asItComes: boolean;
  /** Goes to the sandbox itself, its control interface for example, and to none of the interfaces. */
  readonly toSandbox?: true;
}

/** What came of a request in the end, and what was waited out on the way there. */
export type Answer = Outcome & {
  /** The answers that a retry followed, oldest first; absent when the first one counted. */
  readonly earlier?: readonly ResponseOutcome[];
};

/**
 * Gets one answer for one request. Never throws for what a server does: that is an outcome. Rejects when the
 * signal is aborted while it waits.
 */
export type Transport = (request: WireRequest, signal?: AbortSignal) => Promise<Answer>;
