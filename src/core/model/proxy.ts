import { BlockList, isIP } from "node:net";
import { mayBeHere } from "./https-address.ts";
import type { EnvironmentVariables } from "./environment.ts";
import { UsageError } from "./usage-error.ts";

/** An HTTP proxy that makes connections to https addresses. */
export interface ForwardProxy {
  /** The environment variable that names it: its address may hold a credential and is never shown. */
  readonly variable: string;
  /** `http://host:port` or `https://host:port` */
  readonly origin: string;
  /** The header of its credential; undefined without one. Never write it anywhere. */
  authorization(): string | undefined;
}

/** The proxy for an address; undefined if it is reached directly. @throws UsageError if the proxy is unusable */
export type FindProxy = (url: string) => ForwardProxy | undefined;

/** As undici and Node read them: the first that is set decides, and an empty one means no proxy. */
const variables = ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"] as const;

const unusable = (variable: string): UsageError =>
  new UsageError("is not the address of an HTTP proxy", {
    location: variable,
    hint: "write it as http://host:port or https://host:port, or unset it",
  });

/** `user:password` of an address, unescaped; undefined if an escape is wrong. */
const credentialIn = ({ username, password }: URL): string | undefined => {
  try {
    return `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  } catch {
    return undefined;
  }
};

const proxyAt = (address: string, variable: string): ForwardProxy => {
  const text = /^[a-z][\w+.-]*:\/\//i.test(address) ? address : `http://${address}`;
  const url = /^[!-~]+$/.test(text) ? URL.parse(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.pathname + url.search + url.hash !== "/")
    throw unusable(variable);
  const credential = credentialIn(url);
  if (credential === undefined) throw unusable(variable);
  const header = `Basic ${Buffer.from(credential).toString("base64")}`;
  return {
    variable,
    origin: url.origin,
    authorization: () => (url.username + url.password === "" ? undefined : header),
  };
};

const familyOf = (address: string): "ipv4" | "ipv6" => (isIP(address) === 6 ? "ipv6" : "ipv4");

/** Whether an entry is a range such as 10.0.0.0/8 that holds an address. */
const isInRange = (entry: string, hostname: string): boolean => {
  const [, base = "", bits = ""] = /^\[?([\da-f.:]+)\]?\/(\d{1,3})$/i.exec(entry) ?? [];
  if (isIP(hostname) === 0 || isIP(base) === 0 || Number(bits) > (isIP(base) === 6 ? 128 : 32)) return false;
  const range = new BlockList();
  range.addSubnet(base, Number(bits), familyOf(base));
  return range.check(hostname, familyOf(hostname));
};

/** Whether an entry of NO_PROXY names a host: `*`, the host, a domain above it, or a range; with its port if it has one. */
const names = (entry: string, hostname: string, port: string): boolean => {
  if (entry === "*" || isInRange(entry, hostname)) return true;
  const [, host = entry, own = port] = /^(\[[^\]]*\]|[^:]*):(\d+)$/.exec(entry) ?? [];
  const domain = host.replace(/^\*?\.|^\[|\]$/g, "");
  return own === port && domain !== "" && (hostname === domain || hostname.endsWith(`.${domain}`));
};

const isExempt = (env: EnvironmentVariables, { hostname, port }: URL): boolean => {
  const host = hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
  const entries = (env["no_proxy"] ?? env["NO_PROXY"] ?? "").toLowerCase().split(/[\s,]+/);
  return entries.some((entry) => names(entry, host, port === "" ? "443" : port));
};

/**
 * The proxies that an environment names, in HTTPS_PROXY or else HTTP_PROXY, in lower or upper case; NO_PROXY lists what
 * is reached without them. This machine is always reached directly, and so is plain http, which leads nowhere else.
 */
export const proxiesOf =
  (env: EnvironmentVariables): FindProxy =>
  (address) => {
    const variable = variables.find((name) => env[name] !== undefined);
    const text = variable === undefined ? "" : (env[variable] ?? "").trim();
    const url = URL.parse(address);
    if (variable === undefined || text === "" || url?.protocol !== "https:") return undefined;
    return mayBeHere(address) || isExempt(env, url) ? undefined : proxyAt(text, variable);
  };
