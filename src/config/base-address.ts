import type { InterfaceName } from "../model/interface-name.ts";

/** Whose base address it is: an interface's, or the root of a sandbox. */
export type AddressOwner = InterfaceName | "sandbox";

/** A base address that can be used, or why it cannot. */
export type BaseAddress =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly message: string; readonly hint: string };

const refuse = (message: string, hint: string): BaseAddress => ({ ok: false, message, hint });

const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" ||
  hostname.endsWith(".localhost") ||
  hostname === "[::1]" ||
  /^127\.\d+\.\d+\.\d+$/.test(hostname);

const problemOf = (url: URL): BaseAddress | undefined => {
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return refuse("must be an https address", "write it as https://host/prefix");
  if (url.username !== "" || url.password !== "")
    return refuse("must not hold credentials", "move them under credentials");
  if (url.search !== "" || url.hash !== "")
    return refuse("must not have a query or a fragment", "end it after the path prefix");
  if (url.protocol === "http:" && !isLoopback(url.hostname))
    return refuse("must be an https address", "plain http is for loopback addresses only");
  return undefined;
};

/**
 * The address that operation paths are put behind: no trailing slash and, since the volunteer paths carry
 * their version themselves (VOL-10), no `/v1` at its end there. Never repeats the text it refuses.
 */
export const baseAddress = (owner: AddressOwner, text: string): BaseAddress => {
  const url = URL.canParse(text) && /^[!-~]+$/.test(text) && !text.includes("\\") ? new URL(text) : undefined;
  if (url === undefined) return refuse("is not an address", "write it as https://host/prefix");
  const problem = problemOf(url);
  if (problem !== undefined) return problem;
  const prefix = url.pathname.replace(/\/+$/, "");
  return {
    ok: true,
    url: url.origin + (owner === "volunteer" ? prefix.replace(/\/v1$/, "") : prefix),
  };
};
