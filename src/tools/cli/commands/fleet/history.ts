import { safeJson } from "../../../../harness/output/safe-text.ts";
import { historyTexts } from "../../../../harness/reporters/drift-history.ts";
import { exitCodes } from "../../../../harness/runner/exit-code.ts";
import type { FleetHistory } from "../../../fleet/repository/run-repository.ts";
import { usesColor } from "../../color.ts";
import type { FleetHistoryOptions } from "../../definitions/fleet.ts";
import { fleetFilter } from "../../fleet-filter.ts";
import { type CliIo, lineWidth } from "../../io.ts";
import { withFleet } from "../../open-fleet.ts";

/** `tripact fleet history`: all runs of each organization, in the form of `tripact drift --history`. @throws UsageError for an organization that there is not */
export const fleetHistory = (options: FleetHistoryOptions, io: CliIo): Promise<number> =>
  withFleet(options, io, async ({ repository }) => {
    const { organization } = options;
    const histories = repository.histories(await fleetFilter({ organization }, repository));
    const text = {
      color: usesColor(options.color, io.env, io.stdout),
      quiet: options.quiet === true,
      lineWidth: lineWidth(io.stdout),
    };
    const all: FleetHistory[] = [];
    for await (const history of histories)
      if (options.json === true) all.push(history);
      else for (const part of historyTexts([history], text)) io.stdout.write(part);
    if (options.json === true) io.stdout.write(safeJson({ histories: all }, 2));
    return exitCodes.conformant;
  });
