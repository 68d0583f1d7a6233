import { serve } from "@hono/node-server";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { BuiltinInterface } from "../../../src/builtin/interface-name.ts";
import { createOrganizations, type Organizations } from "./organizations.ts";

export interface ServedOrganizations extends Organizations {
  /** The template of their configurations; its secret is CRM_KEY. */
  readonly config: object;
}

/** The targets of many organizations on a free port, for the running test; their runs ask all interfaces, or some. */
export const serveOrganizations = async (
  count: number,
  only?: readonly BuiltinInterface[],
  maxRequests?: number,
): Promise<ServedOrganizations> => {
  const organizations = createOrganizations(count, { maxRequests });
  const server = serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async (request, { incoming }) => {
      const response = await organizations.answer(request);
      if (response === undefined) incoming.socket.destroy();
      return response ?? new Response(null, { status: 503 });
    },
  });
  if (server.address() === null) await once(server, "listening");
  onTestFinished(async () => {
    server.close();
    await organizations.close();
  });
  // A server that listens on a port has such an address.
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { ...organizations, config: organizations.configAt(origin, only) };
};
