/** Serves the targets of many organizations on one port, as a separate process. */
import { serve } from "@hono/node-server";
import { createOrganizations } from "../test/monitoring/fleet/organizations.ts";

const [count, port] = process.argv.slice(2).map(Number);
const organizations = createOrganizations(count ?? 1, { scale: 250 });
serve({
  hostname: "127.0.0.1",
  port: port ?? 0,
  fetch: async (request) => (await organizations.answer(request)) ?? new Response(null, { status: 503 }),
});
