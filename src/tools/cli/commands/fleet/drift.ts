import { safe, safeJson } from "../../../../harness/output/safe-text.ts";
import { exitCodes } from "../../../../harness/runner/exit-code.ts";
import { isBreaking, isTolerated } from "../../../fleet/report/day-verdict.ts";
import { changesText, failedShare } from "../../../fleet/report/fleet-text.ts";
import { withBreadth } from "../../../fleet/report/breadth.ts";
import { usesColor } from "../../color.ts";
import type { FleetDriftOptions } from "../../definitions/fleet.ts";
import { fleetFilter } from "../../fleet-filter.ts";
import type { CliIo } from "../../io.ts";
import { dayOf, withFleet } from "../../open-fleet.ts";

/**
 * `tripact fleet drift`: every open change once, with the organizations that show it.
 * @throws UsageError for a name to narrow the list by that there never was
 */
export const fleetDrift = (options: FleetDriftOptions, io: CliIo): Promise<number> =>
  withFleet(options, io, async ({ fleet, repository }) => {
    const day = dayOf(options.date, fleet, io);
    const changes = await repository.changes(await fleetFilter(options, repository));
    const breaking = changes.filter(isBreaking);
    const status = await repository.status(day);
    const shown = options.quiet === true ? breaking : changes;
    if (options.json === true) io.stdout.write(safeJson({ day, changes: withBreadth(changes, fleet) }, 2));
    else if (options.quiet !== true || breaking.length > 0)
      io.stdout.write(changesText(shown, fleet, usesColor(options.color, io.env, io.stdout)));
    if (!isTolerated(status, fleet)) {
      io.stderr.write(
        safe`tripact: ${failedShare(status)} (tripact fleet status --date ${day} lists them)\n`,
      );
      return exitCodes.notJudged;
    }
    return breaking.length > 0 ? exitCodes.findings : exitCodes.conformant;
  });
