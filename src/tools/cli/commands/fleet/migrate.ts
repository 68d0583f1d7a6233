import { safe, safeJson } from "../../../../harness/output/safe-text.ts";
import { exitCodes } from "../../../../harness/runner/exit-code.ts";
import { openJobQueue } from "../../../fleet/jobs/job-queue.ts";
import type { FleetOptions } from "../../definitions/fleet.ts";
import type { CliIo } from "../../io.ts";
import { withFleet } from "../../open-fleet.ts";

/** `tripact fleet migrate`: creates the tables or brings them up to date. */
export const migrateFleet = (options: FleetOptions, io: CliIo): Promise<number> =>
  withFleet(options, io, async ({ fleet, database }) => {
    if (database.engine === "postgres") await (await openJobQueue(fleet, database)).stop();
    if (options.json === true) io.stdout.write(safeJson({ database: database.shown }));
    else if (options.quiet !== true) io.stdout.write(safe`${database.shown} is up to date\n`);
    return exitCodes.conformant;
  });
