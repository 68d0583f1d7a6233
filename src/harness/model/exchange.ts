import type { InterfaceName } from "./interface-name.ts";
import type { Method } from "./operation.ts";
import type { Secret } from "./secret.ts";

export type Scalar = string | number | boolean;

export type CallBody =
  | {
      readonly kind: "json";
      readonly value: unknown;
      /** Stands for the value in all evidence, where it holds what was learnt from records and must not be written. */
      readonly shown?: unknown;
    }
  | { readonly kind: "form"; readonly fields: Readonly<Record<string, string | Secret>> }
  | { readonly kind: "multipart"; readonly fields: Readonly<Record<string, string | Secret>> }
  | { readonly kind: "text"; readonly text: string; readonly mediaType: string };

/** Where else than in its own header a request may carry a credential. */
export type CredentialLocation = "query" | "cookie" | "header" | "body";

/**
 * What the Authorization header of a call carries: nothing, a secret behind `prefix` (default `Bearer `, one
 * space), a deliberately worthless literal, or the HMAC signature of the request. `elsewhere` carries a secret in
 * other locations and, where `header` is stated, a literal in its own.
 */
export type Authorization =
  | { readonly kind: "none" }
  | {
      readonly kind: "secret";
      readonly secret: Secret;
      readonly prefix?: string;
      /** What follows the secret and makes it another and worthless one. */
      readonly suffix?: string;
    }
  | {
      readonly kind: "elsewhere";
      /** The names of the parameters, the cookies, the headers or the properties of a JSON body, each with its prefix. */
      readonly locations: Readonly<Partial<Record<CredentialLocation, Readonly<Record<string, string>>>>>;
      readonly secret: Secret;
      readonly header?: string;
    }
  | { readonly kind: "literal"; readonly header: string }
  | { readonly kind: "hmac" };

/** Another way to write a request, which HTTP, JSON or the URL standard calls equal. */
export type Spelling =
  | "header-names"
  | "accept-anything"
  | "accept-list"
  | "charset"
  | "media-type-case"
  | "query-order"
  | "query-names"
  | "query-values"
  | "path-encoding"
  | "json-order"
  | "json-space"
  | "json-escapes"
  | "form-order"
  | "form-encoding";

/** A request that a plan asks for, in terms of a documented operation. */
export interface Call {
  readonly operation: string;
  /** A secret stands for an id that was learnt from somebody's records and must not be written. */
  readonly path?: Readonly<Record<string, string | number | Secret>>;
  readonly query?: Readonly<Record<string, Scalar>>;
  readonly body?: CallBody;
  readonly authorization: Authorization;
  /** What the judge finds the exchange by, unique within its plan. */
  readonly label: string;
  /** What it asks for in words, where the label says it in a form that only the judge reads. */
  readonly words?: string;
  /** Asks the path without the version prefix that the OpenAPI documents state. */
  readonly unversioned?: boolean;
  /** A configured read-back path in place of the operation's own, which must be a read. */
  readonly at?: string;
  /**
   * Asks the sandbox itself, at a path from its root: its control interface, or an endpoint it assumes. `interface` is
   * the one that the question is about.
   */
  readonly sandbox?: {
    readonly interface: InterfaceName;
    readonly method: Method;
    readonly path: string;
  };
  /** Asks anew even when another check has already asked the same of the target. */
  readonly fresh?: boolean;
  /**
   * The request is made to be refused: its body, its address or its credential is wrong on purpose. What the answer
   * shows, it shows of refusals alone, and observers of anything else do not get to see it.
   */
  readonly expects?: "refusal";
  /** In which other ways the same request is written. */
  readonly spelled?: readonly Spelling[];
  /** Wants the first answer as it is, even a 429 or 503 that would otherwise be waited out. */
  readonly asItComes?: boolean;
}

export interface ExchangeRequest {
  readonly method: Method;
  readonly url: string;
  /** Lower-case names. The Authorization header is left out: `authorization` below says what it carried. */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed body as sent; secrets in it are replaced by their names. */
  readonly body?: unknown;
  /**
   * `none`, or the name of the secret that was presented. In a recording: the scheme before `$CREDENTIAL`, or `unknown`
   * where no header was kept, which does not mean that none was sent.
   */
  readonly authorization: string;
}

export type Body =
  | { readonly kind: "empty" }
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "text"; readonly text: string }
  /** A recording did not keep it: there may have been one or none, and nothing is to be said of it. */
  | { readonly kind: "unknown" };

export interface ResponseOutcome {
  readonly kind: "response";
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
  readonly elapsedMs: number;
}

/** Why there is no response. What was `unreachable` or `not-sent` has not left: no server has seen any of it. */
export type FailureReason =
  | "unreachable"
  | "timeout"
  | "reset"
  | "body-too-large"
  | "malformed-response"
  | "not-sent";

export interface FailureOutcome {
  readonly kind: "failure";
  readonly reason: FailureReason;
  readonly message: string;
  /** True where the connection broke when a part of the answer had come. */
  readonly isPartial?: true;
  /** Set when the failure ends the whole run: a safety rule, or a spent budget. */
  readonly stop?: "safety" | "budget";
  /** The status that was waited out for too long. */
  readonly status?: number;
}

export type Outcome = ResponseOutcome | FailureOutcome;

/** One request and what came of it: a response, or the reason why there is none. */
export interface Exchange {
  readonly interface: InterfaceName;
  /** Id of the documented operation, or undefined when the request matches none. */
  readonly operation: string | undefined;
  /** The call that asked for it; undefined in a recording. */
  readonly call?: Call;
  readonly request: ExchangeRequest;
  readonly outcome: Outcome;
  /** When it was asked for, in milliseconds since the epoch by the run's clock; undefined where nobody looked. */
  readonly sentAt?: number;
}

/** The response of an exchange, or undefined when there is none. */
export const responseOf = (exchange: Exchange): ResponseOutcome | undefined =>
  exchange.outcome.kind === "response" ? exchange.outcome : undefined;

/** The parsed JSON body of an exchange's response, or undefined when it has none. */
export const jsonOf = (exchange: Exchange): unknown => {
  const body = responseOf(exchange)?.body;
  return body?.kind === "json" ? body.value : undefined;
};

/** Limits and outages may pass by themselves: another try of the request may be answered otherwise. */
export const isTransient = (status: number): boolean => [429, 500, 502, 503, 504].includes(status);

/** Whether an answer says that a server, or the gateway before it, is busy, and nothing of its request. */
export const isBusy = (exchange: Exchange): boolean =>
  [408, 429, 502, 503, 504].includes(responseOf(exchange)?.status ?? 0);

export const isSuccess = (exchange: Exchange): boolean => {
  const status = responseOf(exchange)?.status ?? 0;
  return status >= 200 && status < 300;
};
