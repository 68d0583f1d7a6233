import { own } from "../model/json-object.ts";
import { climbs } from "../model/climbs.ts";
import type { Contract } from "../model/contract.ts";
import type { FailureOutcome } from "../model/exchange.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import type { Transport, WireRequest } from "../model/transport.ts";

export interface GuardOptions {
  readonly contract: Pick<Contract, "operations">;
  readonly baseUrls: Readonly<Record<InterfaceName, string | undefined>>;
  readonly allowWrites: boolean;
  /**
   * Whether a write touches only records declared as scratch in the configuration, at its path below the base address.
   */
  readonly isScratch: (request: WireRequest, path: string) => boolean;
}

const refused = (message: string): FailureOutcome => ({
  kind: "failure",
  reason: "not-sent",
  message,
  stop: "safety",
});

/** URL parsers disagree about spaces, control characters and backslashes: some drop or replace them. */
const isPlain = (url: string): boolean => /^[^\s\\\p{Cc}]*$/u.test(url);

const parsed = (url: string): URL | undefined => (URL.canParse(url) ? new URL(url) : undefined);

/** The called path below the base address; undefined for a call to any other address. */
const pathUnder = (url: string, base: string | undefined): string | undefined => {
  const target = isPlain(url) ? parsed(url) : undefined;
  if (target === undefined || base === undefined) return undefined;
  const root = new URL(base);
  const folder = root.pathname.replace(/\/+$/, "");
  const isThere =
    target.origin === root.origin &&
    target.username === "" &&
    target.password === "" &&
    `${target.pathname}/`.startsWith(`${folder}/`) &&
    !climbs(target.pathname.slice(folder.length));
  return isThere ? target.pathname.slice(folder.length) : undefined;
};

/**
 * Whether the OpenAPI documents mark a request as read-only: GETs, and POSTs that only query or issue a token, at their
 * own paths. The request's own claim does not count.
 */
const isReading = ({ contract: { operations } }: GuardOptions, request: WireRequest, path: string) => {
  if (request.effect === "write") return false;
  if (request.method === "GET") return true;
  const documented = own(operations, request.operation);
  return (
    documented !== undefined &&
    documented.effect !== "write" &&
    documented.interface === request.interface &&
    documented.method === request.method &&
    documented.path === path
  );
};

/**
 * Safety net below every check: a request outside the configured addresses, a write where writes are not allowed, or a
 * write to anything but a scratch record is never sent and ends the run.
 */
export const guarded =
  (send: Transport, options: GuardOptions): Transport =>
  async (request, signal) => {
    const call = `${request.method} ${request.operation}`;
    const path = pathUnder(request.url, options.baseUrls[request.interface]);
    if (path === undefined)
      return refused(`${call} was refused: its address is outside the configured base address`);
    if (isReading(options, request, path)) return send(request, signal);
    if (!options.allowWrites) return refused(`${call} was refused: writes are off (safety.writes)`);
    if (request.effect !== "write")
      return refused(`${call} was refused: the OpenAPI documents do not mark it as reading`);
    if (!options.isScratch(request, path))
      return refused(`${call} was refused: it touches no declared scratch record`);
    return send(request, signal);
  };
