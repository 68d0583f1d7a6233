import type { IncomingMessage } from "node:http";
import type { InterfaceName } from "../../harness/model/interface-name.ts";
import type { Operation } from "../../harness/model/operation.ts";
import type { OwnAnswer } from "./own-answer.ts";

/** Finds the documented operation of a request, given path and query after the interface's base address. */
export type FindDocumented = (of: InterfaceName, method: string, path: string) => Operation | undefined;

const safeMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

/** Headers that make some servers use another method. */
const overrides = ["x-http-method-override", "x-http-method", "x-method-override"] as const;

const refusal = (what: string): OwnAnswer => ({
  status: 403,
  reason: "read-only",
  message: `The proxy is read-only (--read-only), and ${what}. The target has not seen the request.`,
});

/** Why a request is no read according to the OpenAPI documents; undefined if it is one. */
export const readOnlyRefusal = (
  { method = "", headers }: Pick<IncomingMessage, "method" | "headers">,
  of: InterfaceName,
  path: string,
  find: FindDocumented,
): OwnAnswer | undefined => {
  if (overrides.some((name) => headers[name] !== undefined))
    return refusal("the request asks for another method by a header");
  const operation = find(of, method, path);
  if (operation?.effect === "write") return refusal(`${operation.id} writes`);
  return operation !== undefined || safeMethods.has(method)
    ? undefined
    : refusal("no OpenAPI document calls the request a read");
};
