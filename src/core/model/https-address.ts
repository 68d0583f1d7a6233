/** Why credentials must not be sent to an address. */
export type AddressProblem = "unreadable" | "credentials" | "query" | "plain-http";

/** Whether an IP address belongs to this machine's loopback. */
export const isLoopbackAddress = (address: string): boolean =>
  address === "::1" || /^(?:::ffff:)?127\.\d+\.\d+\.\d+$/i.test(address);

/**
 * Whether a URL's host is this machine: localhost, 127.0.0.0/8 or ::1. Names below localhost are excluded, since many
 * resolvers ask a server for them. The HTTP client also refuses a localhost that resolves elsewhere.
 */
export const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" || isLoopbackAddress(hostname.replace(/^\[(.*)\]$/, "$1"));

export const isHere = (url: string): boolean => isLoopback(URL.parse(url)?.hostname ?? "");

/** Other spellings that may lead to this machine, as normalized by the URL parser. */
const mayLeadHere = /^(?:.+\.localhost|0\.0\.0\.0|\[::\]|\[::ffff:(?:7f[0-9a-f]{2}:[0-9a-f]{1,4}|0:0)\])$/;

/** Whether an address leads, or may lead, to this machine. */
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
 * Reads the root address of a target or a service: https, or http to this machine, without credentials or fragment and,
 * unless `mayHaveQuery`, without query. Returns the URL, or the problem without the text, which may be or contain a
 * secret.
 */
export const readHttpsAddress = (text: string, mayHaveQuery = false): URL | AddressProblem => {
  // URL parsers accept any number of slashes before the host: with an empty HOST, https://${HOST}/api has the host
  // `api`.
  const isPlain = /^(?:https?:\/\/[^/]|(?!https?:))[!-~]+$/i.test(text) && !text.includes("\\");
  const url = isPlain ? URL.parse(text) : null;
  return url === null ? "unreadable" : (problemOf(url, mayHaveQuery) ?? url);
};
