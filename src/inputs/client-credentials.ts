import type { ValidConfig } from "../core/config/config.ts";
import { valueAtPointer } from "../core/formats/json-pointer.ts";
import type { HttpRequest } from "../core/http/http-client.ts";
import { type Contract, describedAs, type InterfaceDescription, type Login } from "../core/model/contract.ts";
import { isGood } from "../core/model/exchange.ts";
import { isObject } from "../core/model/json-object.ts";
import type { Environment } from "../core/model/environment.ts";
import { type IssuedToken, renewing } from "./token-renewal.ts";

const separator = ":";

/** A request for a token, and where its answer holds it. */
interface TokenRequest extends HttpRequest {
  /** JSON pointer (RFC 6901). */
  readonly token: string;
  /** Who answers, in messages. */
  readonly issuer: string;
}

interface Issued {
  readonly token?: string;
  /** Why there is none. */
  readonly reason?: string;
}

const issue = async (
  { token: pointer, issuer, ...request }: TokenRequest,
  config: ValidConfig,
  signal: AbortSignal,
): Promise<Issued> => {
  const { timeoutMs, maxBodyBytes } = config.safety;
  // A check of the embedded sandbox loads nothing that speaks HTTP.
  const { createHttpClient } = await import("../core/http/http-client.ts");
  const client = createHttpClient({
    timeoutMs,
    maxBodyBytes,
    monotonic: () => performance.now(),
    ...(config.proxyFor === undefined ? {} : { proxyFor: config.proxyFor }),
  });
  try {
    const answer = await client(request, signal);
    if (answer.kind === "failure") return { reason: `${issuer} does not answer: ${answer.message}` };
    const token = answer.body.kind === "json" ? valueAtPointer(answer.body.value, pointer) : undefined;
    return typeof token === "string" && token !== "" && isGood(answer.status)
      ? { token }
      : {
          reason: `${issuer} answered ${answer.status} without a token${pointer === "" ? "" : ` at ${pointer}`}`,
        };
  } finally {
    await client.close();
  }
};

const formType = "application/x-www-form-urlencoded";

/** A request by client credentials (RFC 6749, section 4.4); undefined for an address on another host. */
const clientCredentials = (stated: string, base: string, secret: string): TokenRequest | undefined => {
  const address = URL.parse(stated, `${base}/`);
  if (address === null || address.host !== URL.parse(base)?.host) return undefined;
  const at = secret.indexOf(separator);
  const encoded = [secret.slice(0, at), secret.slice(at + 1)].map(encodeURIComponent).join(separator);
  return {
    method: "POST",
    url: address.href,
    headers: {
      accept: "application/json",
      "content-type": formType,
      authorization: `Basic ${Buffer.from(encoded).toString("base64")}`,
    },
    body: "grant_type=client_credentials",
    token: "/access_token",
    issuer: "the token address",
  };
};

/** What a login is sent, with the values of its variables. */
const resolved = (value: unknown, path: string, config: ValidConfig): unknown => {
  if (typeof value === "string") return config.secret(path) ?? value;
  if (Array.isArray(value)) return value.map((inner, index) => resolved(inner, `${path}.${index}`, config));
  return isObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [name, resolved(inner, `${path}.${name}`, config)]),
      )
    : value;
};

const written = (body: unknown, mediaType: string): string =>
  mediaType.startsWith(formType) && isObject(body)
    ? new URLSearchParams(
        Object.entries(body).map(([name, value]): [string, string] => [name, String(value)]),
      ).toString()
    : JSON.stringify(body);

const loginRequest = (
  { path, mediaType = "application/json", body, token }: Login,
  base: string,
  at: string,
  config: ValidConfig,
): TokenRequest => ({
  method: "POST",
  url: `${base}${path}`,
  headers: { accept: "application/json", ...(body === undefined ? {} : { "content-type": mediaType }) },
  ...(body === undefined ? {} : { body: written(resolved(body, `${at}.body`, config), mediaType) }),
  token,
  issuer: `POST ${path} (${at})`,
});

/** The requests for tokens of an interface, by the dotted path of what they are issued for; or why there is none. */
const requestsOf = (
  { tokenAddresses = {}, logins = {} }: Pick<InterfaceDescription, "tokenAddresses" | "logins">,
  base: string,
  config: ValidConfig,
): readonly (readonly [path: string, request: TokenRequest | string])[] => [
  ...Object.entries(tokenAddresses).flatMap(([path, stated]) => {
    const secret = config.secret(path);
    if (secret === undefined || !secret.includes(separator)) return [];
    const request =
      clientCredentials(stated, base, secret) ??
      `the token address of ${path} is on another host: give a token in its place`;
    return [[path, request] as const];
  }),
  ...Object.entries(logins).map(([path, login]) => [path, loginRequest(login, base, path, config)] as const),
];

/**
 * The configuration with tokens in place of client credentials and logins, and the interfaces for which none was issued,
 * each with the reason. A secret goes only to the host of its interface.
 */
const withTokens = async (
  config: ValidConfig,
  { described }: Pick<Contract, "described">,
  signal: AbortSignal,
): Promise<{ readonly config: ValidConfig; readonly unusable?: ReadonlyMap<string, string> }> => {
  const tokens = new Map<string, IssuedToken>();
  const unusable = new Map<string, string>();
  for (const name of config.interfaces)
    for (const [path, request] of requestsOf(
      describedAs({ described }, name),
      config.baseUrls[name] ?? "",
      config,
    )) {
      const { token, reason = "" } =
        typeof request === "string" ? { reason: request } : await issue(request, config, signal);
      if (token === undefined || typeof request === "string") unusable.set(name, reason);
      else
        tokens.set(path, {
          value: token,
          issue: async (until) => (await issue(request, config, until)).token,
        });
    }
  return {
    config:
      tokens.size === 0
        ? config
        : {
            ...config,
            secret: (path) => tokens.get(path)?.value ?? config.secret(path),
            renewing: renewing([...tokens.values()]),
          },
    ...(unusable.size === 0 ? {} : { unusable }),
  };
};

/**
 * The opened configuration with the tokens that its client credentials and logins get, and the interfaces for which none
 * was issued, each with the reason.
 */
export const withCredentials = async (
  opened: { readonly config: ValidConfig; readonly contract: Pick<Contract, "described"> } | undefined,
  { signal }: Pick<Environment, "signal">,
): Promise<Partial<Awaited<ReturnType<typeof withTokens>>>> =>
  opened === undefined ? {} : withTokens(opened.config, opened.contract, signal);
