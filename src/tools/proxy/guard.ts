import type { IncomingMessage } from "node:http";
import { printable } from "../../harness/output/escape.ts";
import { answersTo, hostOf, sameOrigin } from "../../harness/http/own-host.ts";
import type { OwnAnswer } from "./own-answer.ts";

/** Why a request must not be answered; undefined if it may. */
export type Guard = (request: IncomingMessage, isInterface: boolean) => OwnAnswer | undefined;

const foreign: ReadonlySet<string> = new Set(["cross-site", "same-site"]);

/**
 * Blocks pages of other sites, whatever host name they use: from the status page always, from the interfaces if the
 * proxy adds a credential (`injects`), since every request then acts on the user's behalf. Otherwise, clients other
 * than browsers may map their own host name to this address.
 */
export const createGuard = (listening: string, injects: boolean): Guard => {
  const isOwn = answersTo(listening);
  return ({ headers }, isInterface) => {
    const { host: header = "", origin } = headers;
    const isOpen = isInterface && !injects;
    if (isOpen && origin === undefined) return undefined;
    const host = hostOf(header);
    if (host === undefined || !isOwn(host))
      return {
        status: 421,
        reason: "foreign-host",
        message: `This proxy does not answer to the host ${printable(header) || "without a name"}. Use its IP address or localhost, or start it with --host ${printable(host ?? "NAME")}.`,
      };
    const isForeign =
      (origin !== undefined && !sameOrigin(origin, header)) ||
      foreign.has(String(headers["sec-fetch-site"] ?? ""));
    return isForeign && !isOpen
      ? { status: 403, reason: "foreign-host", message: "This is for pages of the proxy's own origin alone." }
      : undefined;
  };
};
