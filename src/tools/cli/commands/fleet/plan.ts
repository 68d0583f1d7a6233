import { plural } from "../../../../harness/output/plural.ts";
import { safe, safeJson } from "../../../../harness/output/safe-text.ts";
import { exitCodes } from "../../../../harness/runner/exit-code.ts";
import { openJobQueue } from "../../../fleet/jobs/job-queue.ts";
import { planDay } from "../../../fleet/jobs/plan-day.ts";
import type { FleetPlanOptions } from "../../definitions/fleet.ts";
import type { CliIo } from "../../io.ts";
import { dayOf, fleetInputs, withFleet } from "../../open-fleet.ts";

/** `tripact fleet plan`: puts in the runs of a day, once however often it is called. @throws UsageError on SQLite */
export const planFleet = (options: FleetPlanOptions, io: CliIo): Promise<number> =>
  withFleet(options, io, async ({ fleet, database, repository }) => {
    const day = dayOf(options.date, fleet, io);
    const queue = await openJobQueue(fleet, database);
    try {
      const now = io.clock.now();
      const spread = options.now !== true;
      const plan = await planDay({ fleet, inputs: fleetInputs(io), repository, queue, day, now, spread });
      if (options.json === true) io.stdout.write(safeJson({ day, ...plan }));
      else if (options.quiet !== true)
        io.stdout.write(
          safe`${day}: ${plural(plan.added, "run")} planned, of ${plural(plan.organizations, "organization")}\n`,
        );
      return exitCodes.conformant;
    } finally {
      await queue.stop();
    }
  });
