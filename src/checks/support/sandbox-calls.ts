import type { Authorization, Call } from "../../model/exchange.ts";
import type { Method } from "../../model/operation.ts";

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

/** Keeps the state of the sandbox, its clock included, under a name. */
export const takeSnapshot = (name: string): Call =>
  sandboxCall("PUT", `/control/snapshots/${name}`, `snapshot ${name}`, { body: {} });

/** Brings the kept state back. */
export const restoreSnapshot = (name: string): Call =>
  sandboxCall("POST", `/control/snapshots/${name}/restore`, `restore ${name}`, { body: {} });
