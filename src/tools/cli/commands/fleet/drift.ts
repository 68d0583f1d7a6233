import { safeJson } from "../../../../harness/output/safe-text.ts";
import { exitCodes } from "../../../../harness/runner/exit-code.ts";
import { isBreaking, isTolerated } from "../../../fleet/report/day-verdict.ts";
import { changesText } from "../../../fleet/report/fleet-text.ts";
import { withBreadth } from "../../../fleet/report/breadth.ts";
import type { ChangeFilter } from "../../../fleet/repository/run-repository.ts";
import { usesColor } from "../../color.ts";
import type { FleetDriftOptions } from "../../definitions/fleet.ts";
import type { CliIo } from "../../io.ts";
import { dayOf, withFleet } from "../../open-fleet.ts";

const filterOf = ({ organization, operation, fingerprint }: FleetDriftOptions): ChangeFilter => ({
  ...(organization === undefined ? {} : { organization }),
  ...(operation === undefined ? {} : { operation }),
  ...(fingerprint === undefined ? {} : { fingerprint }),
});

/** `tripact fleet drift`: every open change once, with the organizations that show it. */
export const fleetDrift = (options: FleetDriftOptions, io: CliIo): Promise<number> =>
  withFleet(options, io, async ({ fleet, repository }) => {
    const day = dayOf(options.date, fleet, io);
    const changes = await repository.changes(filterOf(options));
    const breaking = changes.filter(isBreaking);
    const status = await repository.status(day);
    const shown = options.quiet === true ? breaking : changes;
    if (options.json === true) io.stdout.write(safeJson({ day, changes: withBreadth(changes, fleet) }, 2));
    else if (options.quiet !== true || breaking.length > 0)
      io.stdout.write(changesText(shown, fleet, usesColor(options.color, io.env, io.stdout)));
    if (!isTolerated(status, fleet)) return exitCodes.notJudged;
    return breaking.length > 0 ? exitCodes.findings : exitCodes.conformant;
  });
