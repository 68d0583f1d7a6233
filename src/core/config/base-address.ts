import type { InterpolatedPiece } from "./interpolate.ts";
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

/** Segments of paths that name nobody. */
const isUsual = (segment: string): boolean => segment === "" || /^(?:api|rest|v\d{1,2})$/i.test(segment);

/**
 * A base address as it may be shown and stored: values of variables in its path, which may be a name or a secret, are
 * `${NAME}`.
 */
export const shownAddress = (
  url: string,
  pieces: readonly InterpolatedPiece[],
  versionPrefix?: string,
): string => {
  const text = pieces.map((piece) => piece.text).join("");
  const start = /^[^:]+:\/\/[^/]*/.exec(text)?.[0].length ?? text.length;
  let at = 0;
  let isVariable = false;
  const path = pieces.map((piece) => {
    const from = Math.max(0, start - at);
    at += piece.text.length;
    const inPath = piece.text.slice(from);
    if (piece.name === undefined) return inPath;
    const name = `\${${piece.name}}`;
    const shown = inPath.split("/").map((segment) => (isUsual(segment) ? segment : name));
    isVariable ||= shown.includes(name);
    return shown.join("/");
  });
  if (!isVariable) return url;
  return new URL(url).origin + withoutVersion(path.join("").replace(/\/+$/, ""), versionPrefix);
};

/** A base address or its path without the version that the documented paths begin with. */
export const withoutVersion = (address: string, versionPrefix: string | undefined): string =>
  versionPrefix !== undefined && address.endsWith(versionPrefix)
    ? address.slice(0, -versionPrefix.length)
    : address;
