import { jsonOf, type Authorization, type Call, type Exchange } from "../../model/exchange.ts";
import type { Method } from "../../model/operation.ts";
import { property } from "./json.ts";

/** A call of the sandbox itself: its control interface, or an endpoint it assumes, by its path from the root. */
export const sandboxCall = (
  method: Method,
  path: string,
  label: string,
  options: { readonly body?: unknown; readonly authorization?: Authorization } = {},
): Call => ({
  operation: "sandbox",
  sandbox: { method, path },
  authorization: options.authorization ?? { kind: "none" },
  ...(options.body === undefined ? {} : { body: { kind: "json", value: options.body } }),
  label,
});

const day = 86_400_000;

export const days = (count: number): number => Math.round(count * day);

/** Moves the sandbox's clock forward, in milliseconds. */
export const advance = (ms: number, label: string): Call =>
  sandboxCall("POST", "/control/clock", label, { body: { advanceMs: ms } });

/** Asks the sandbox what time it is. */
export const readClock: Call = sandboxCall("GET", "/control/clock", "clock");

/** Moves the sandbox's clock back to where `readClock` found it. */
export const putClockBack = (before: Exchange): Call =>
  sandboxCall("POST", "/control/clock", "clock put back", {
    body: { now: property(jsonOf(before), "data") },
  });
