import { isIP } from "node:net";
import { hostname as machineName } from "node:os";
import { isLoopback } from "../model/https-address.ts";

const wildcards: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/** The lowercase host of a Host header without its port; undefined if invalid. */
export const hostOf = (header: string): string | undefined =>
  /^[\w.:[\]-]+$/.test(header)
    ? URL.parse(`http://${header}`)?.hostname.replace(/^\[(.*)\]$/, "$1")
    : undefined;

/**
 * Whether a server that listens on `listening` answers to a host. A foreign page can make its own name resolve to this
 * machine (DNS rebinding), but not an IP address, `localhost` and names below it, or this machine's names.
 */
export const answersTo = (listening: string): ((host: string) => boolean) => {
  const own = wildcards.has(listening) ? machineName() : listening;
  return (host) =>
    isLoopback(host) || host.endsWith(".localhost") || isIP(host) !== 0 || host === own.toLowerCase();
};

/** Whether an Origin header names the host of a Host header. */
export const sameOrigin = (origin: string, hostHeader: string): boolean =>
  URL.parse(origin)?.host === URL.parse(`http://${hostHeader}`)?.host;
