import type { Config } from "../core/config/config.ts";
import { createHttpClient } from "../core/http/http-client.ts";
import type { Contract } from "../core/model/contract.ts";
import { property } from "../core/model/json-object.ts";
import type { Surroundings } from "../core/model/surroundings.ts";

const separator = ":";

interface Issued {
  readonly token?: string;
  /** Why there is none. */
  readonly reason?: string;
}

/** Asks for a token by client credentials (RFC 6749, section 4.4). */
const issue = async (
  address: string,
  secret: string,
  config: Config,
  signal: AbortSignal,
): Promise<Issued> => {
  const at = secret.indexOf(separator);
  const encoded = [secret.slice(0, at), secret.slice(at + 1)].map(encodeURIComponent).join(separator);
  const { timeoutMs, maxBodyBytes } = config.safety;
  const client = createHttpClient({
    timeoutMs,
    maxBodyBytes,
    monotonic: () => performance.now(),
    ...(config.proxyFor === undefined ? {} : { proxyFor: config.proxyFor }),
  });
  try {
    const answer = await client(
      {
        method: "POST",
        url: address,
        headers: {
          accept: "application/json",
          "content-type": "application/x-www-form-urlencoded",
          authorization: `Basic ${Buffer.from(encoded).toString("base64")}`,
        },
        body: "grant_type=client_credentials",
      },
      signal,
    );
    if (answer.kind === "failure") return { reason: `the token address does not answer: ${answer.message}` };
    const token = answer.body.kind === "json" ? property(answer.body.value, "access_token") : undefined;
    return typeof token === "string" && answer.status === 200
      ? { token }
      : { reason: `the token address answered ${answer.status} without a token` };
  } finally {
    await client.close();
  }
};

/**
 * The configuration with tokens in place of client credentials, and the interfaces for which none was issued, each with
 * the reason. A secret goes only to the host of its interface.
 */
const withTokens = async (
  config: Config,
  { described }: Pick<Contract, "described">,
  signal: AbortSignal,
): Promise<{ readonly config: Config; readonly unusable?: ReadonlyMap<string, string> }> => {
  const tokens = new Map<string, string>();
  const unusable = new Map<string, string>();
  for (const name of config.interfaces)
    for (const [path, stated] of Object.entries(described[name]?.tokenAddresses ?? {})) {
      const secret = config.secret(path);
      if (secret === undefined || !secret.includes(separator)) continue;
      const base = config.baseUrls[name] ?? "";
      const address = URL.parse(stated, `${base}/`);
      if (address === null || address.host !== URL.parse(base)?.host) {
        unusable.set(name, `the token address of ${path} is on another host: give a token in its place`);
        continue;
      }
      const { token, reason = "" } = await issue(address.href, secret, config, signal);
      if (token === undefined) unusable.set(name, reason);
      else tokens.set(path, token);
    }
  return {
    config:
      tokens.size === 0 ? config : { ...config, secret: (path) => tokens.get(path) ?? config.secret(path) },
    ...(unusable.size === 0 ? {} : { unusable }),
  };
};

/**
 * The opened configuration with the tokens that its client credentials get, and the interfaces for which none was issued,
 * each with the reason.
 */
export const withCredentials = async (
  opened: { readonly config: Config; readonly contract: Pick<Contract, "described"> } | undefined,
  { signal }: Pick<Surroundings, "signal">,
): Promise<Partial<Awaited<ReturnType<typeof withTokens>>>> =>
  opened === undefined ? {} : withTokens(opened.config, opened.contract, signal);
