import { openJobQueue } from "../../../fleet/jobs/job-queue.ts";
import type { FleetWorkOptions } from "../../definitions/fleet.ts";
import { workOn } from "../../fleet-worker.ts";
import type { CliIo } from "../../io.ts";
import { mostSlots, withFleet } from "../../open-fleet.ts";
import { integerOf } from "../../option-values.ts";

/** `tripact fleet work`: makes the planned runs beside other workers. @throws UsageError on SQLite */
export const workFleet = (options: FleetWorkOptions, io: CliIo): Promise<number> =>
  withFleet(options, io, async (open) => {
    const slots = integerOf("--slots", options.slots, 1, mostSlots);
    const queue = await openJobQueue(open.fleet, open.database);
    const drain = options.drain === true;
    if (!drain) await queue.schedule();
    return workOn(queue, open, { ...options, slots, drain }, io);
  });
