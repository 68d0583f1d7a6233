import type { InterfaceName } from "./interface-name.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD" | "OPTIONS" | "TRACE";

/** Methods that change nothing (RFC 9110, section 9.2.1). */
export const safeMethods: ReadonlySet<Method> = new Set<Method>(["GET", "HEAD", "OPTIONS", "TRACE"]);

/** Effect of an operation on the target: `token` issues a credential and changes no record. */
export type Effect = "read" | "write" | "token";

export type ScalarType = "integer" | "string" | "boolean" | "number";

const writtenForms: Readonly<Record<ScalarType, RegExp>> = {
  integer: /^-?\d+$/,
  number: /^-?\d+(?:\.\d+)?$/,
  boolean: /^(?:true|false)$/,
  string: /^[^]+$/,
};

/** Whether a text in a URL may be a value of a type; any non-empty text may be a string. */
export const isWrittenAs = (type: ScalarType, text: string): boolean => writtenForms[type].test(text);

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly type: ScalarType;
  readonly required: boolean;
}

export interface OperationRequestBody {
  readonly mediaType: string;
  readonly required: boolean;
  /** Key of the compiled validator, `<operationId>.request`. */
  readonly validator: string;
}

export interface OperationResponse {
  readonly mediaTypes: readonly string[];
  /** Key of the compiled validator of the JSON body, `<operationId>.<status>`; absent if no body is documented. */
  readonly validator?: string;
}

/** One documented endpoint; all are generated from the OpenAPI documents. */
export interface Operation {
  readonly id: string;
  readonly interface: InterfaceName;
  readonly method: Method;
  /** Path template relative to the interface's base address, for example `/api/Contact/{contactId}`. */
  readonly path: string;
  readonly summary: string;
  readonly effect: Effect;
  /** `schemes`: each call states itself what it presents, by the security schemes of its document. */
  readonly security: "bearer" | "hmac" | "none" | "schemes";
  readonly parameters: readonly Parameter[];
  readonly requestBody?: OperationRequestBody;
  /** Keyed by documented status: `200`, `2XX` or `default`. */
  readonly responses: Readonly<Record<string, OperationResponse>>;
  readonly facts: readonly string[];
  readonly unknowns: readonly string[];
}

/** The documented response for a status: the exact status, then its range (`2XX`), then `default`. */
export const responseFor = (operation: Operation, status: number): OperationResponse | undefined =>
  operation.responses[String(status)] ??
  operation.responses[`${Math.floor(status / 100)}XX`] ??
  operation.responses["default"];
