import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { listen } from "../../../core/http/listen.ts";
import { answersTo, hostOf } from "../../../core/http/own-host.ts";
import { createDashboardApp, type DashboardOptions } from "./dashboard-app.ts";
import { doneOnce } from "../../../core/model/done-once.ts";

export interface ServeDashboardOptions extends Omit<DashboardOptions, "isOwnHost"> {
  /** 0 for any free port. */
  readonly port: number;
  readonly host: string;
  /** A host name under which a proxy forwards here, besides the addresses and names of this machine. */
  readonly publicHost?: string;
}

const limited = (server: Server): Server => {
  server.requestTimeout = 10_000;
  server.headersTimeout = 5000;
  server.maxRequestsPerSocket = 1000;
  return server;
};

/**
 * Serves the pages of a fleet.
 * @throws UsageError if the port is in use or the host is not of this machine.
 */
export const serveDashboard = async (options: ServeDashboardOptions) => {
  const { host, publicHost, port, database, fleet, now, token } = options;
  const isOwn = answersTo(host);
  const app = createDashboardApp({
    database,
    fleet,
    now,
    ...(token === undefined ? {} : { token }),
    isOwnHost: (header) => {
      const name = hostOf(header);
      return name !== undefined && (isOwn(name) || name === publicHost?.toLowerCase());
    },
  });
  const server = limited(createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false })));
  const origin = await listen(server, port, host);
  return {
    origin,
    close: doneOnce(async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    }),
  };
};
