import { type AddressProblem, readHttpsAddress } from "../model/https-address.ts";

export type BaseAddress =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly message: string; readonly hint: string };

const refusals: Readonly<Record<AddressProblem, { readonly message: string; readonly hint: string }>> = {
  unreadable: { message: "is not an address", hint: "write it as https://host/prefix" },
  credentials: { message: "must not hold credentials", hint: "move them under credentials" },
  query: { message: "must not have a query or a fragment", hint: "end it after the path prefix" },
  "plain-http": {
    message: "must be an https address",
    hint: "write it as https://host/prefix; plain http is for loopback addresses only",
  },
};

/** Without trailing slash, and without a version that the paths carry. Never repeats the text it refuses. */
export const baseAddress = (text: string, versionPrefix?: string): BaseAddress => {
  const url = readHttpsAddress(text);
  if (typeof url === "string") return { ok: false, ...refusals[url] };
  return { ok: true, url: url.origin + withoutVersion(url.pathname.replace(/\/+$/, ""), versionPrefix) };
};

/** A base address or its path without the version that the documented paths begin with. */
export const withoutVersion = (address: string, versionPrefix: string | undefined): string =>
  versionPrefix !== undefined && address.endsWith(versionPrefix)
    ? address.slice(0, -versionPrefix.length)
    : address;
