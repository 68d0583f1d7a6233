import type { FailureOutcome } from "../model/exchange.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import type { Transport, WireRequest } from "../model/transport.ts";

export interface GuardOptions {
  readonly baseUrls: Readonly<Partial<Record<InterfaceName, string>>>;
  readonly allowWrites: boolean;
  /** Whether a write touches only what the configuration declares as scratch. */
  readonly isScratch: (request: WireRequest) => boolean;
}

const refused = (message: string): FailureOutcome => ({
  kind: "failure",
  reason: "not-sent",
  message,
  stop: "safety",
});

const isUnder = (url: string, base: string | undefined): boolean => {
  if (base === undefined) return false;
  const target = new URL(url);
  const root = new URL(base);
  return (
    target.origin === root.origin && `${target.pathname}/`.startsWith(root.pathname.replace(/\/*$/, "/"))
  );
};

/**
 * Stands below every check: a request to an address outside the configured ones, a write where writes are
 * not allowed, or a write to anything but a scratch record is never sent and ends the run.
 */
export const guarded =
  (send: Transport, options: GuardOptions): Transport =>
  async (request, signal) => {
    const place = `${request.method} ${request.operation}`;
    if (!isUnder(request.url, options.baseUrls[request.interface]))
      return refused(`${place} was refused: its address is outside the configured base address`);
    if (request.effect !== "write") return send(request, signal);
    if (!options.allowWrites) return refused(`${place} was refused: writes are off (safety.writes)`);
    if (!options.isScratch(request))
      return refused(`${place} was refused: it touches no declared scratch record`);
    return send(request, signal);
  };
