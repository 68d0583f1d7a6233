import { createHash } from "node:crypto";
import type { ApiOperation } from "../documents/document.ts";
import { isListed, type Success } from "./responses.ts";
import type { DocumentRequest } from "./served-document.ts";

/** A strong ETag of a state, whatever notation it is in. */
export const etagOf = (state: string): string =>
  `"${createHash("sha256").update(state).digest("base64url").slice(0, 22)}"`;

const takes = ({ parameters }: ApiOperation, header: string): boolean =>
  parameters.some(({ in: place, name }) => place === "header" && name.toLowerCase() === header);

const readsOnly = ({ method }: ApiOperation): boolean => method === "GET" || method === "HEAD";

/** Whether a document says that an operation shows which state it answers. */
export const showsState = (operation: ApiOperation, { response }: Success): boolean =>
  (response?.headers ?? []).some(({ name }) => name === "etag") ||
  (readsOnly(operation) && (takes(operation, "if-none-match") || isListed(operation, 304)));

/** Whether a document says that an operation depends on the state that a request names. */
const isConditional = (operation: ApiOperation): boolean =>
  readsOnly(operation)
    ? takes(operation, "if-none-match") || isListed(operation, 304)
    : takes(operation, "if-match") || takes(operation, "if-none-match") || isListed(operation, 412);

const tagsIn = (header: string): readonly string[] => header.match(/(?:W\/)?"[^"]*"|\*/g) ?? [];

const strong = (tag: string): string => tag.replace(/^W\//, "");

/** Whether a request has seen this state already (RFC 9110, section 13.1.2). */
export const isKnownState = (operation: ApiOperation, request: DocumentRequest, etag: string): boolean => {
  const header = request.header("if-none-match");
  if (header === undefined || !readsOnly(operation) || !isConditional(operation)) return false;
  return tagsIn(header).some((tag) => tag === "*" || strong(tag) === etag);
};

/**
 * Whether a request that changes something names another state than the one that there is (RFC 9110, section 13.1).
 * @param current ETag of the record; undefined if there is none
 */
export const namesAnotherState = (
  operation: ApiOperation,
  request: DocumentRequest,
  current: () => string | undefined,
): boolean => {
  const [match, none] = [request.header("if-match"), request.header("if-none-match")];
  if ((match === undefined && none === undefined) || readsOnly(operation) || !isConditional(operation))
    return false;
  const etag = current();
  // What is not there is not found, unless a PUT would create it.
  if (etag === undefined) return match !== undefined && operation.method === "PUT";
  const isMatched = match === undefined || tagsIn(match).some((tag) => tag === "*" || tag === etag);
  const isKnown = none !== undefined && tagsIn(none).some((tag) => tag === "*" || strong(tag) === etag);
  return !isMatched || isKnown;
};
