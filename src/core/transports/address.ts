import { mayBeHere } from "../model/https-address.ts";
import { digestOf } from "../model/texts.ts";

const decoded = (path: string): string =>
  path.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Host, port and path prefix. Case is ignored: a lock shared too rarely can damage a record for good. */
export const canonicalAddress = (baseUrl: string): string => {
  const { protocol, hostname, port, pathname } = new URL(baseUrl);
  const host = mayBeHere(baseUrl) ? "loopback" : hostname.replace(/\.$/, "");
  const path = decoded(pathname).replace(/\/+/g, "/").replace(/\/$/, "").toLowerCase();
  const usual = protocol === "http:" ? "80" : "443";
  return `${host}:${port === "" ? usual : port}${path}`;
};

/** Sixteen hex digits that name an address in file names; the same for all its spellings and in every run. */
export const addressId = (baseUrl: string): string => digestOf(canonicalAddress(baseUrl), 16);
