import { interfaces } from "../../contract/interfaces.ts";
import { type InterfaceName, interfaceNames } from "../../contract/interface-name.ts";
import { withoutVersion } from "../../harness/config/base-address.ts";
import type { InterfaceDescription } from "../../harness/model/contract.ts";
import { UsageError } from "../../harness/model/usage-error.ts";

/** Base addresses of the interfaces. */
export type AddressOptions = { readonly [Name in InterfaceName]?: string };

/** Nothing is sent there, so that any address of a server will do. The text is not repeated: it may hold a secret. */
const addressIn = (name: InterfaceName, text: string): string => {
  const url = /^https?:\/\/[^/\\]/i.test(text) ? URL.parse(text) : null;
  if (url === null || url.search !== "" || url.hash !== "" || url.username !== "")
    throw new UsageError("is not a base address", {
      option: name,
      hint: "write it as https://host/prefix, without credentials and query",
    });
  const described: InterfaceDescription = interfaces[name];
  return withoutVersion(url.origin + url.pathname.replace(/\/+$/, ""), described.versionPrefix);
};

/** The addresses that a configuration has, and those of options instead. @throws UsageError */
export const recordedAddresses = (
  options: AddressOptions,
  configured: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => ({
  ...configured,
  ...Object.fromEntries(
    interfaceNames.flatMap((name) => {
      const text = options[name];
      return text === undefined ? [] : [[name, addressIn(name, text)]];
    }),
  ),
});
