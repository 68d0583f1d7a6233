/** Why a text cannot be used as an address to send credentials to. */
export type AddressProblem = "unreadable" | "credentials" | "query" | "plain-http";

/** Whether an IP address is this machine's own. */
export const isLoopbackAddress = (address: string): boolean =>
  address === "::1" || /^(?:::ffff:)?127\.\d+\.\d+\.\d+$/i.test(address);

/**
 * Whether a URL's host is this machine: localhost, 127.0.0.0/8 or ::1. Names below localhost are not: many resolvers ask
 * a server for them. The HTTP client refuses localhost, too, where it leads elsewhere.
 */
export const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" || isLoopbackAddress(hostname.replace(/^\[(.*)\]$/, "$1"));

/** Whether a URL's host is this machine. */
export const isHere = (url: string): boolean => isLoopback(URL.parse(url)?.hostname ?? "");

/** What may lead to this machine besides its own names, as the URL parser leaves it. */
const mayLeadHere = /^(?:.+\.localhost|0\.0\.0\.0|\[::\]|\[::ffff:(?:7f[0-9a-f]{2}:[0-9a-f]{1,4}|0:0)\])$/;

/** Whether an address is one of this machine, or may be. */
export const mayBeHere = (url: string): boolean => {
  const hostname = new URL(url).hostname.replace(/\.$/, "");
  return isLoopback(hostname) || mayLeadHere.test(hostname);
};

const problemOf = (url: URL, mayHaveQuery: boolean): AddressProblem | undefined => {
  if (url.protocol !== "https:" && url.protocol !== "http:") return "plain-http";
  if (url.username !== "" || url.password !== "") return "credentials";
  if ((url.search !== "" && !mayHaveQuery) || url.hash !== "") return "query";
  return url.protocol === "http:" && !isLoopback(url.hostname) ? "plain-http" : undefined;
};

/**
 * Reads the root address of a target or a service: https, or http to this machine, without credentials and fragment,
 * and, unless `mayHaveQuery`, without a query. The URL, or what is wrong with the text, which is not repeated: it may
 * hold a secret, or be one.
 */
export const readHttpsAddress = (text: string, mayHaveQuery = false): URL | AddressProblem => {
  // A parser takes the first word behind any number of slashes for the host: of https://${HOST}/api, too, without HOST.
  const isPlain = /^(?:https?:\/\/[^/]|(?!https?:))[!-~]+$/i.test(text) && !text.includes("\\");
  const url = isPlain ? URL.parse(text) : null;
  return url === null ? "unreadable" : (problemOf(url, mayHaveQuery) ?? url);
};
