import type { Proxy, ProxyOptions } from "../tools/proxy/proxy.ts";

/**
 * Serves the interfaces on this machine, forwards every request unchanged to its target, and judges each exchange by
 * every fact that a single exchange can show. Never shows or keeps a value of a record.
 * @throws UsageError before serving if an option or the configuration is invalid, or a port is in use.
 * @example
 * ```ts
 * import { startProxy } from "tripact";
 *
 * const proxy = await startProxy({ sandbox: true, inject: true });
 * const crm = proxy.addresses.find(({ name }) => name === "crm");
 * await fetch(`${crm?.baseUrl}/api/ContactMethod/Types`);
 * const { verdict, traffic } = await proxy.close();
 * console.log(verdict, traffic.interfaces["crm"]?.requests); // conformant 1
 * ```
 */
export const startProxy = async (options: ProxyOptions): Promise<Proxy> => {
  const { serveProxy } = await import("../tools/proxy/serve-proxy.ts");
  return serveProxy(options);
};
