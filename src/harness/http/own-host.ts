import { isIP } from "node:net";
import { hostname as machineName } from "node:os";
import { isLoopback } from "../model/https-address.ts";

const wildcards: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/** The host of a Host header, lower case and without its port; undefined for what is none. */
export const hostOf = (header: string): string | undefined =>
  /^[\w.:[\]-]+$/.test(header)
    ? URL.parse(`http://${header}`)?.hostname.replace(/^\[(.*)\]$/, "$1")
    : undefined;

/**
 * Whether a server that listens on `listening` answers to a host. A page of another site can have its own name lead
 * to this machine (DNS rebinding), but neither an IP address, nor `localhost` and names below it, nor the names that
 * this machine has.
 */
export const answersTo = (listening: string): ((host: string) => boolean) => {
  const own = wildcards.has(listening) ? machineName() : listening;
  return (host) =>
    isLoopback(host) || host.endsWith(".localhost") || isIP(host) !== 0 || host === own.toLowerCase();
};

/** Whether an Origin header names the host of a Host header. */
export const sameOrigin = (origin: string, hostHeader: string): boolean =>
  URL.parse(origin)?.host === URL.parse(`http://${hostHeader}`)?.host;
