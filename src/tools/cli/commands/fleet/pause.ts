import { safe, safeJson } from "../../../../harness/output/safe-text.ts";
import { exitCodes } from "../../../../harness/runner/exit-code.ts";
import type { FleetOptions, FleetPauseOptions } from "../../definitions/fleet.ts";
import type { CliIo } from "../../io.ts";
import { withFleet } from "../../open-fleet.ts";

const report = (
  options: FleetOptions,
  io: CliIo,
  organization: string,
  state: "paused" | "resumed",
): number => {
  if (options.json === true) io.stdout.write(safeJson({ organization, state }));
  else if (options.quiet !== true) io.stdout.write(safe`${organization} is ${state}\n`);
  return exitCodes.conformant;
};

/** `tripact fleet pause`. @throws UsageError for an organization that there is not */
export const pauseOrganization = (
  options: FleetPauseOptions,
  io: CliIo,
  organization = "",
): Promise<number> =>
  withFleet(options, io, async ({ repository }) => {
    await repository.pause(organization, options.reason, new Date(io.clock.now()).toISOString());
    return report(options, io, organization, "paused");
  });

/** `tripact fleet resume`. @throws UsageError for an organization that there is not */
export const resumeOrganization = (options: FleetOptions, io: CliIo, organization = ""): Promise<number> =>
  withFleet(options, io, async ({ repository }) => {
    await repository.resume(organization);
    return report(options, io, organization, "resumed");
  });
