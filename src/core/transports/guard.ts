import { own } from "../model/json-object.ts";
import { climbs } from "../model/climbs.ts";
import type { Contract } from "../model/contract.ts";
import { safeMethods } from "../model/operation.ts";
import type { FailureOutcome } from "../model/exchange.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import type { Transport, WireRequest } from "../model/transport.ts";

export interface GuardOptions {
  readonly contract: Pick<Contract, "operations">;
  readonly baseUrls: Readonly<Record<InterfaceName, string | undefined>>;
  readonly allowWrites: boolean;
  /** Whether a write, at its path below the base address, touches only records declared as scratch. */
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

/** The path of an address below a base address; undefined for any other address. */
export const pathBelow = (
  { origin, username, password, pathname }: URL,
  base: string,
): string | undefined => {
  const root = new URL(base);
  const folder = root.pathname.replace(/\/+$/, "");
  const isBelow =
    origin === root.origin && username + password === "" && `${pathname}/`.startsWith(`${folder}/`);
  return isBelow ? pathname.slice(folder.length) : undefined;
};

const calledPath = (url: string, base: string | undefined): string | undefined => {
  const target = isPlain(url) ? URL.parse(url) : null;
  const path = target === null || base === undefined ? undefined : pathBelow(target, base);
  return path === undefined || climbs(path) ? undefined : path;
};

/** Safe methods, and documented POSTs that only query or issue a token. The request's own claim does not count. */
const isReading = ({ contract: { operations } }: GuardOptions, request: WireRequest, path: string) => {
  if (request.effect === "write") return false;
  if (safeMethods.has(request.method)) return true;
  const documented = own(operations, request.operation);
  return (
    documented !== undefined &&
    documented.effect !== "write" &&
    documented.interface === request.interface &&
    documented.method === request.method &&
    documented.path === path
  );
};

/** A request outside the addresses, or a write to anything but an allowed scratch record, ends the run unsent. */
export const guarded =
  (send: Transport, options: GuardOptions): Transport =>
  async (request, signal) => {
    const call = `${request.method} ${request.operation}`;
    const path = calledPath(request.url, options.baseUrls[request.interface]);
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
