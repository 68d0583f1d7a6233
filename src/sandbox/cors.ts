import type { IncomingMessage, RequestListener } from "node:http";

/** Characters of header field names and the commas between them. */
const fieldNames = /^[\w\s,!#$%&'*+.^`|~-]+$/;

/** The answer to a preflight. A wildcard would not include `Authorization`, so the fields are repeated. */
const preflightHeaders = ({ headers }: IncomingMessage): Record<string, string> => {
  const asked = headers["access-control-request-headers"] ?? "";
  return {
    "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
    "access-control-allow-headers": fieldNames.test(asked) ? asked : "authorization, content-type",
    "access-control-max-age": "600",
    ...(headers["access-control-request-private-network"] === "true"
      ? { "access-control-allow-private-network": "true" }
      : {}),
  };
};

const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === "OPTIONS" && headers["access-control-request-method"] !== undefined;

/** Lets pages of every origin call the interfaces, but not the control interface or the pages. */
export const allowOrigins =
  (isInterface: (url: string) => boolean, listener: RequestListener): RequestListener =>
  (request, response) => {
    if (!isInterface(request.url ?? "")) return listener(request, response);
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-expose-headers", "*");
    if (!isPreflight(request)) return listener(request, response);
    request.resume();
    response.writeHead(204, preflightHeaders(request)).end();
  };
