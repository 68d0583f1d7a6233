import type { Outcome, ResponseOutcome } from "./exchange.ts";
import type { InterfaceName } from "./interface-name.ts";
import type { Effect, Method } from "./operation.ts";

/** A request ready to be sent. Its secrets are resolved: never write it anywhere. */
export interface WireRequest {
  readonly interface: InterfaceName;
  readonly operation: string;
  readonly effect: Effect;
  readonly method: Method;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Replaces `body` if the body is no text. */
  readonly bytes?: Uint8Array;
  /** Path parameters as text, by which the guard recognizes scratch records. */
  readonly pathParameters: Readonly<Record<string, string>>;
  /** True if the first answer is wanted, without retries. */
  readonly asItComes: boolean;
  /** True if a 500, 502 or 504 is wanted, without retries. */
  readonly asItFails?: true;
  /** Addressed to the sandbox itself, such as its control interface, and to no interface. */
  readonly toSandbox?: true;
  /** Whether nobody keeps its answer, so that it needs no memory of the run. */
  readonly isDropped?: true;
  /** Whether its answer is wanted as it was sent, too. */
  readonly asSent?: true;
}

/** The text of a request's body, as a lenient reader sees it. */
export const bodyTextOf = ({ body, bytes }: Pick<WireRequest, "body" | "bytes">): string | undefined =>
  bytes === undefined ? body : new TextDecoder().decode(bytes);

/** An answer byte by byte: names and values of its headers, in order, and its body. Never write it anywhere. */
export interface AsSent {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** The final outcome of a request, and the answers retried before it. */
export type FinalOutcome = Outcome & {
  /** Answers that were retried, oldest first; absent if the first one counted. */
  readonly earlier?: readonly ResponseOutcome[];
  /** Of a response, if the request wants it. */
  readonly asSent?: AsSent;
};

/** Never throws because of a server: its failures are outcomes. Rejects if the signal is aborted while it waits. */
export type Transport = (request: WireRequest, signal?: AbortSignal) => Promise<FinalOutcome>;
