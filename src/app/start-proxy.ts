import type { Proxy, ProxyOptions } from "../tools/proxy/proxy.ts";

/**
 * Serves the interfaces on this machine, passes every request on to its target as it came, and judges each exchange by
 * every fact that a single exchange can show. Shows and keeps no value of a record.
 * @throws UsageError before anything is served when an option or the configuration is invalid, or a port is taken.
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
