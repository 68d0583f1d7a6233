import { jsonOf, type Authorization, type Call, type Exchange } from "../../core/model/exchange.ts";
import type { InterfaceName } from "../../core/model/interface-name.ts";
import type { Method } from "../../core/model/operation.ts";
import { property } from "./json.ts";

/**
 * A call of the sandbox itself for an interface: its control interface, or an endpoint it assumes, by path from the
 * root.
 */
export const sandboxCall = (
  of: InterfaceName,
  method: Method,
  path: string,
  label: string,
  options: { readonly body?: unknown; readonly authorization?: Authorization } = {},
): Call => ({
  operation: "sandbox",
  sandbox: { interface: of, method, path },
  authorization: options.authorization ?? { kind: "none" },
  ...(options.body === undefined ? {} : { body: { kind: "json", value: options.body } }),
  label,
});

const day = 86_400_000;

export const days = (count: number): number => Math.round(count * day);

/** Moves the sandbox's clock forward, in milliseconds. */
export const advance = (ms: number, label: string): Call =>
  sandboxCall("crm", "POST", "/control/clock", label, { body: { advanceMs: ms } });

export const readClock: Call = sandboxCall("crm", "GET", "/control/clock", "clock");

/** Resets the sandbox's clock to where `readClock` found it. */
export const putClockBack = (before: Exchange): Call =>
  sandboxCall("crm", "POST", "/control/clock", "clock put back", {
    body: { now: property(jsonOf(before), "data") },
  });
