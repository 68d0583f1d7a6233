import { isObject } from "../model/json-object.ts";
import type { Operation } from "../model/operation.ts";
import type { Answer, WireRequest } from "../model/transport.ts";

/** What a token endpoint has issued. */
export interface Tokens {
  readonly access: string;
  readonly refresh: string | undefined;
}

/** A request for a token: its fields, urlencoded (RFC 6749, section 4.3.2). */
export const tokenRequest = (
  { interface: of, id, method, path }: Operation,
  baseUrl: string,
  fields: Readonly<Record<string, string>>,
): WireRequest => ({
  interface: of,
  operation: id,
  effect: "token",
  method,
  url: `${baseUrl}${path}`,
  headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
  body: new URLSearchParams(fields).toString(),
  pathParameters: {},
  asItComes: false,
});

/** The tokens of an answer; undefined where it issues none. */
export const tokensIn = (answer: Answer): Tokens | undefined => {
  if (answer.kind !== "response" || answer.status !== 200 || answer.body.kind !== "json") return undefined;
  const { value } = answer.body;
  const text = (name: string): string | undefined => {
    const found = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    // What travels in a header is one word.
    return typeof found === "string" && /^[!-~]+$/.test(found) ? found : undefined;
  };
  const access = text("access_token");
  return access === undefined ? undefined : { access, refresh: text("refresh_token") };
};
