import { type AddressProblem, readHttpsAddress } from "../model/https-address.ts";
import type { InterfaceName } from "../model/interface-name.ts";

/** Whose base address it is: an interface's, or the root of a sandbox. */
export type AddressOwner = InterfaceName | "sandbox";

/** A base address that can be used, or why it cannot. */
export type BaseAddress =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly message: string; readonly hint: string };

const refusals: Readonly<Record<AddressProblem, Extract<BaseAddress, { ok: false }>>> = {
  unreadable: { ok: false, message: "is not an address", hint: "write it as https://host/prefix" },
  credentials: { ok: false, message: "must not hold credentials", hint: "move them under credentials" },
  query: {
    ok: false,
    message: "must not have a query or a fragment",
    hint: "end it after the path prefix",
  },
  "plain-http": {
    ok: false,
    message: "must be an https address",
    hint: "write it as https://host/prefix; plain http is for loopback addresses only",
  },
};

/**
 * The address that operation paths are put behind: no trailing slash and, since the volunteer paths carry
 * their version themselves (VOL-10), no `/v1` at its end there. Never repeats the text it refuses.
 */
export const baseAddress = (owner: AddressOwner, text: string): BaseAddress => {
  const url = readHttpsAddress(text);
  if (typeof url === "string") return refusals[url];
  const prefix = url.pathname.replace(/\/+$/, "");
  return {
    ok: true,
    url: url.origin + (owner === "volunteer" ? prefix.replace(/\/v1$/, "") : prefix),
  };
};
