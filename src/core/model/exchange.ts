import type { InterfaceName } from "./interface-name.ts";
import type { Method } from "./operation.ts";
import type { Secret } from "./secret.ts";

export type Scalar = string | number | boolean;

export type CallBody =
  | {
      readonly kind: "json";
      readonly value: unknown;
      /** Default `application/json`. */
      readonly mediaType?: string;
      /** Replaces the value in all evidence if it holds data learned from records: in their place are secrets. */
      readonly shown?: unknown;
    }
  | { readonly kind: "form"; readonly fields: Readonly<Record<string, string | Secret>> }
  | { readonly kind: "multipart"; readonly fields: Readonly<Record<string, string | Secret>> }
  | { readonly kind: "text"; readonly text: string; readonly mediaType: string };

/** Other locations in which a request may carry a credential. */
export type CredentialLocation = "query" | "cookie" | "header" | "body";

/**
 * The Authorization header of a call: nothing, a secret after `prefix` (default `Bearer `, one space), a deliberately
 * invalid literal, or the request's HMAC signature. `elsewhere` puts a secret in other locations and, if `header` is
 * given, a literal in this header.
 */
export type Authorization =
  | { readonly kind: "none" }
  | {
      readonly kind: "secret";
      readonly secret: Secret;
      readonly prefix?: string;
      /** Appended to the secret to make it invalid. */
      readonly suffix?: string;
    }
  | {
      readonly kind: "elsewhere";
      /** Names of parameters, cookies, headers or JSON body properties, each with its prefix. */
      readonly locations: Readonly<Partial<Record<CredentialLocation, Readonly<Record<string, string>>>>>;
      readonly secret: Secret;
      readonly header?: string;
    }
  | { readonly kind: "literal"; readonly header: string }
  | { readonly kind: "hmac" }
  /** What the security schemes of a document ask for, together. */
  | { readonly kind: "schemes"; readonly parts: readonly SchemeCredential[] };

/** A credential where a security scheme wants it. */
export interface SchemeCredential {
  readonly in: "header" | "query" | "cookie";
  /** Of the header, parameter or cookie. */
  readonly name: string;
  readonly prefix?: string;
  /** The text of a secret, or a literal that no secret is. */
  readonly value: Secret | string;
  /** Appended to the secret to make it invalid. */
  readonly suffix?: string;
  /** `user:password` as HTTP Basic sends it. */
  readonly isBase64?: true;
}

/** Another spelling of a request that HTTP, JSON or the URL standard defines as equivalent. */
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

/**
 * A plan's request for a documented operation. `Tag` is what its check knows it by; a call without one, the default, fits
 * any plan.
 */
export interface Call<Tag = never> {
  readonly operation: string;
  /** `secret`: an id learned from a live record; masked in all output. */
  readonly path?: Readonly<Record<string, string | number | Secret>>;
  readonly query?: Readonly<Record<string, Scalar>>;
  /** The query as it is written in the address, in place of `query`; without `?`. */
  readonly search?: string;
  /** Further headers, by name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A method that the path does not document, in place of the operation's. */
  readonly method?: Method;
  readonly body?: CallBody;
  readonly authorization: Authorization;
  /** Names the request for people, and in the steps of a finding; unique within its plan. */
  readonly label: string;
  /** The request in words, where the label is a short form. */
  readonly words?: string;
  /** What the plan and the judge know the exchange by: plain JSON data. */
  readonly tag?: Tag;
  /** The move of a random sequence that it belongs to. */
  readonly move?: CallMove;
  /** Omits the version prefix stated in the OpenAPI documents. */
  readonly unversioned?: boolean;
  /** A configured read-back path that replaces the operation's own; must be a read. */
  readonly at?: string;
  /**
   * Calls the sandbox itself, at a path from its root: its control interface or an assumed endpoint. `interface` is the
   * one in question.
   */
  readonly sandbox?: {
    readonly interface: InterfaceName;
    readonly method: Method;
    readonly path: string;
  };
  /** Sends the request even if another check has already sent the same one. */
  readonly fresh?: boolean;
  /** Leaves when a target must show what was written before, which may take a moment. */
  readonly isLate?: boolean;
  /**
   * The request is invalid on purpose: in its body, address or credential. Its answer is evidence on refusals only and
   * is hidden from all other observers.
   */
  readonly expects?: "refusal";
  /** Alternative spellings to use for the request. */
  readonly spelled?: readonly Spelling[];
  /** Takes the first answer, even a 429 or 503 that would otherwise be retried. */
  readonly asItComes?: boolean;
  /** Takes the first answer that announces no waiting time, such as a 500. */
  readonly asItFails?: boolean;
}

export interface CallMove {
  /** Of the call in its sequence, from 1. */
  readonly number: number;
  /** Name of the step. */
  readonly step: string;
}

/** A call of any check. */
export type AnyCall = Call<unknown>;

/** The same request, for another plan than the one that made it. */
export const untagged = ({ tag: _, ...call }: AnyCall): Call => call;

/** The name of a call, unique in its plan: in a sequence, its label after its number and its step. */
export const callName = ({ label, move }: AnyCall): string =>
  move === undefined ? label : `${move.number} ${move.step}: ${label}`;

export interface ExchangeRequest {
  readonly method: Method;
  readonly url: string;
  /** Lowercase names. Without the Authorization header, which `authorization` below describes. */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed body as sent, with names in place of secrets. */
  readonly body?: unknown;
  /**
   * `none`, or the name of the presented secret. In a recording: the scheme followed by `$CREDENTIAL`, or `unknown` if
   * no header was kept, which does not mean that none was sent.
   */
  readonly authorization: string;
  /** The `NAMES` in it that stand for values: of a text, or of JSON. Absent in a recording. */
  readonly variables?: Variables;
}

export type Variables = Readonly<Record<string, "text" | "json">>;

export type Body =
  | { readonly kind: "empty" }
  | {
      readonly kind: "json";
      readonly value: unknown;
      /** Integers that are rounded in the value, as they were sent, by JSON pointer. */
      readonly exact?: Readonly<Record<string, string>>;
    }
  | { readonly kind: "text"; readonly text: string }
  /** Not kept by a recording: there may or may not have been one. */
  | { readonly kind: "unknown" };

export interface ResponseOutcome {
  readonly kind: "response";
  readonly status: number;
  /** Lowercase names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
  readonly elapsedMs: number;
}

/** Why there is no response. `unreachable` and `not-sent` mean that no server received any of it. */
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
  /** True if the connection broke in the middle of the answer. */
  readonly isPartial?: true;
  /** Set if the failure ends the whole run: a safety rule, or a spent budget. */
  readonly stop?: "safety" | "budget";
  /** The status that was retried for too long. */
  readonly status?: number;
}

export type Outcome = ResponseOutcome | FailureOutcome;

/** One request and its outcome: a response, or the reason why there is none. `Tag` is that of its call. */
export interface Exchange<Tag = unknown> {
  readonly interface: InterfaceName;
  /** Id of the documented operation; undefined if the request matches none. */
  readonly operation: string | undefined;
  /** The call behind it; undefined in a recording. */
  readonly call?: Call<Tag>;
  readonly request: ExchangeRequest;
  readonly outcome: Outcome;
  /** Time of the request in milliseconds since the epoch, by the run's clock; undefined if not recorded. */
  readonly sentAt?: number;
  /** Whether a recorder has replaced the values of bodies and headers. */
  readonly masked?: true;
}

export const responseOf = (exchange: Exchange): ResponseOutcome | undefined =>
  exchange.outcome.kind === "response" ? exchange.outcome : undefined;

/** The parsed JSON body of a response; undefined if there is none. */
export const jsonOf = (exchange: Exchange): unknown => {
  const body = responseOf(exchange)?.body;
  return body?.kind === "json" ? body.value : undefined;
};

/** Limits and outages are temporary: a retry may be answered differently. */
export const isTransient = (status: number): boolean => [429, 500, 502, 503, 504].includes(status);

/** Whether an answer only says that a server or gateway is busy. */
export const isBusy = (exchange: Exchange): boolean =>
  [408, 429, 502, 503, 504].includes(responseOf(exchange)?.status ?? 0);

export const isGood = (status: number): boolean => status >= 200 && status < 300;

export const isSuccess = (exchange: Exchange): boolean => isGood(responseOf(exchange)?.status ?? 0);
