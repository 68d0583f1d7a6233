import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../../../../../src/core/model/clock.ts";
import type { ServedOrganizations } from "../../../../monitoring/fleet/served-organizations.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

interface FleetParts {
  readonly defaults?: string | undefined;
  /** Further lines of the fleet file. */
  readonly more?: readonly string[] | undefined;
}

/** The file of a fleet of these organizations. */
export const fleetFile = (names: readonly string[], { defaults, more = [] }: FleetParts): string =>
  [
    `defaults: ${defaults ?? "{ config: organization.yaml }"}`,
    "organizations:",
    ...names.map((name) => `  - { name: ${name}, labels: { region: north } }`),
    ...more,
  ].join("\n");

/** Runs that only show whether they are made. */
export const shortRuns = "{ config: organization.yaml, safety: { maxRequests: 4 } }";

/** The line of a fleet file that has its alerts and heartbeats sent to an address. */
export const alertingAt = (origin: string): string =>
  `notify: { slack: [{ url: "${origin}/slack" }], heartbeat: [{ url: "${origin}/beat" }] }`;

/** A fleet on SQLite, in a folder of the running test's own. */
export const openAlone = (served: ServedOrganizations, parts: FleetParts = {}) => {
  const cwd = temporaryFolder({
    "organization.yaml": JSON.stringify(served.config),
    "fleet.yaml": fleetFile(served.names, parts),
  });
  return {
    cwd,
    /** From now on the fleet has these organizations only. */
    keepOnly: (names: readonly string[]) => writeFileSync(join(cwd, "fleet.yaml"), fleetFile(names, parts)),
    run: (line: string, clock?: Clock) =>
      runCli(`fleet ${line}`, { cwd, env: served.env, ...(clock === undefined ? {} : { clock }) }),
  };
};
