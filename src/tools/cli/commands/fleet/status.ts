import { safeJson } from "../../../../harness/output/safe-text.ts";
import { exitCodes } from "../../../../harness/runner/exit-code.ts";
import { isTolerated } from "../../../fleet/report/day-verdict.ts";
import { statusText } from "../../../fleet/report/fleet-text.ts";
import { usesColor } from "../../color.ts";
import type { FleetStatusOptions } from "../../definitions/fleet.ts";
import type { CliIo } from "../../io.ts";
import { dayOf, withFleet } from "../../open-fleet.ts";

/** `tripact fleet status`: how far a day's runs are; 3 where more failed than the fleet file tolerates. */
export const fleetStatus = (options: FleetStatusOptions, io: CliIo): Promise<number> =>
  withFleet(options, io, async ({ fleet, repository }) => {
    const status = await repository.status(dayOf(options.date, fleet, io));
    const tolerated = isTolerated(status, fleet);
    if (options.json === true) io.stdout.write(safeJson(status, 2));
    else if (options.quiet !== true || !tolerated)
      io.stdout.write(statusText(status, tolerated, usesColor(options.color, io.env, io.stdout)));
    return tolerated ? exitCodes.conformant : exitCodes.notJudged;
  });
