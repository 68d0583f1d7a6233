import { signalOf } from "../inputs/app-options.ts";
import { createRun } from "../core/run/create-run.ts";
import type { Fleet } from "../monitoring/fleet/fleet.ts";

const looking = () => import("../monitoring/fleet/verbs/look.ts");
const managing = () => import("../monitoring/fleet/verbs/manage.ts");
const running = () => import("../monitoring/fleet/verbs/run.ts");

/**
 * Checks many organizations for drift on one schedule, with SQLite or PostgreSQL.
 * @example
 * ```ts
 * import { writeFileSync } from "node:fs";
 * import { fleet } from "tripact";
 *
 * const organization = { interfaces: { crm: { baseUrl: "https://crm.example.org" } } };
 * writeFileSync("organization.json", JSON.stringify(organization));
 * const file = { defaults: { config: "organization.json" }, organizations: [{ name: "north" }] };
 * writeFileSync("fleet.json", JSON.stringify(file));
 * const { organizations, failed } = await fleet.check({ fleet: "fleet.json" });
 * console.log(organizations, failed.length); // 1 0
 * ```
 */
export const fleet: Fleet = {
  check: async (options) => (await managing()).checkFleet(options),
  migrate: async (options) => (await managing()).migrateFleet(options),
  import: async (options) => (await managing()).importFleet(options),
  plan: async (options) => (await managing()).planFleet(options),
  accept: async (options) => (await managing()).acceptFleetChanges(options),
  pause: async (options) => (await managing()).pauseOrganization(options),
  resume: async (options) => (await managing()).resumeOrganization(options),
  status: async (options) => (await looking()).readFleetStatus(options),
  drift: async (options) => (await looking()).readFleetDrift(options),
  history: async function* (options) {
    yield* (await looking()).historiesOf(options);
  },
  serve: async (options) => (await looking()).servePages(options),
  work: (options) =>
    createRun(async (emit, signal) => (await running()).work(options, emit, signal), signalOf(options)),
  run: (options) =>
    createRun(async (emit, signal) => (await running()).runOfDay(options, emit, signal), signalOf(options)),
};
