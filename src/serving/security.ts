import { timingSafeEqual } from "node:crypto";
import type { JsonObject } from "../core/model/json-object.ts";
import type { ApiDocument, ApiOperation, SecurityScheme } from "../documents/document.ts";
import type { DocumentRequest, ServingParts } from "./served-document.ts";

const isSame = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
};

const cookie = (request: DocumentRequest, name: string): string | undefined =>
  (request.header("cookie") ?? "")
    .split(/;\s*/)
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** What a request presents for a scheme; undefined if nothing. */
const presented = (scheme: SecurityScheme, request: DocumentRequest): string | undefined => {
  const { type, in: place, parameterName = "", scheme: http } = scheme;
  if (type === "apiKey") {
    if (place === "query") return request.search.get(parameterName) ?? undefined;
    return place === "cookie" ? cookie(request, parameterName) : request.header(parameterName.toLowerCase());
  }
  const header = request.header("authorization") ?? "";
  if (type === "http" && http === "basic") {
    const encoded = /^basic ([A-Za-z\d+/=_-]+)$/i.exec(header)?.[1];
    return encoded === undefined ? undefined : Buffer.from(encoded, "base64").toString();
  }
  if (type !== "http" || http === "bearer") return /^bearer ([!-~]+)$/i.exec(header)?.[1];
  return /^\S+ (.+)$/.exec(header)?.[1];
};

/** Credentials of a document's security schemes: one is accepted for each, and any other refused. */
export const createSecurity = (
  name: string,
  { securitySchemes }: Pick<ApiDocument, "securitySchemes">,
  { token }: Pick<ServingParts, "token">,
) => {
  const secrets = new Map(
    [...securitySchemes.values()].map((scheme) => {
      const secret = `sandbox_${token(`${name} ${scheme.name}`, 32)}`;
      return [
        scheme.name,
        scheme.type === "http" && scheme.scheme === "basic" ? `sandbox:${secret}` : secret,
      ];
    }),
  );
  const isAccepted = (schemeName: string, request: DocumentRequest): boolean => {
    const scheme = securitySchemes.get(schemeName);
    // The connection proves it; a name that the document does not define cannot be presented.
    if (scheme === undefined || scheme.type === "mutualTLS") return true;
    return isSame(presented(scheme, request) ?? "", secrets.get(schemeName) ?? "");
  };
  const inQuery = new Set(
    [...securitySchemes.values()].flatMap(({ type, in: place, parameterName }) =>
      type === "apiKey" && place === "query" && parameterName !== undefined ? [parameterName] : [],
    ),
  );
  const credentials: JsonObject = Object.fromEntries(
    [...secrets].filter(([scheme]) => securitySchemes.get(scheme)?.type !== "mutualTLS"),
  );
  /** The header that carries a scheme's credential; undefined for one in the query or a cookie. */
  const headerOf = (schemeName: string): readonly [string, string] | undefined => {
    const scheme = securitySchemes.get(schemeName);
    const secret = secrets.get(schemeName) ?? "";
    if (scheme === undefined || scheme.type === "mutualTLS") return undefined;
    if (scheme.type === "apiKey")
      return scheme.in === "header" ? [scheme.parameterName ?? "", secret] : undefined;
    const isBasic = scheme.type === "http" && scheme.scheme === "basic";
    return [
      "authorization",
      isBasic ? `Basic ${Buffer.from(secret).toString("base64")}` : `Bearer ${secret}`,
    ];
  };

  return {
    credentials,
    /** Headers with which an operation accepts a request; none if it needs no credential, or one that no header holds. */
    headersFor: ({ security }: ApiOperation): readonly (readonly [string, string])[] => {
      if (security.some(({ schemes }) => schemes.length === 0)) return [];
      const found = security
        .map(({ schemes }) => schemes.map((scheme) => headerOf(scheme.name)))
        .find((headers) => headers.every((header) => header !== undefined));
      return (found ?? []).flatMap((header) => (header === undefined ? [] : [header]));
    },
    /** Whether a query parameter is a credential. */
    isCredential: (parameter: string): boolean => inQuery.has(parameter),
    accepts: ({ security }: ApiOperation, request: DocumentRequest): boolean =>
      security.length === 0 ||
      security.some(({ schemes }) => schemes.every((scheme) => isAccepted(scheme.name, request))),
    /** What a refusal asks for (RFC 9110, section 11.6.1). */
    challenge: ({ security }: ApiOperation): string => {
      const [first] = security.flatMap(({ schemes }) => schemes);
      const scheme = first === undefined ? undefined : securitySchemes.get(first.name);
      if (scheme?.type === "http") return scheme.scheme === "basic" ? 'Basic realm="sandbox"' : "Bearer";
      return scheme?.type === "apiKey" ? "ApiKey" : "Bearer";
    },
  };
};

export type Security = ReturnType<typeof createSecurity>;
