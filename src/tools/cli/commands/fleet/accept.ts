import { UsageError } from "../../../../harness/model/usage-error.ts";
import { plural } from "../../../../harness/output/plural.ts";
import { safe, safeJson } from "../../../../harness/output/safe-text.ts";
import { exitCodes } from "../../../../harness/runner/exit-code.ts";
import { acceptanceOf, assertOpen } from "../../acceptance-options.ts";
import type { FleetAcceptOptions } from "../../definitions/fleet.ts";
import type { CliIo } from "../../io.ts";
import { withFleet } from "../../open-fleet.ts";

const whereOf = ({ everywhere, organization }: FleetAcceptOptions) => {
  if (everywhere !== true) return organization === undefined ? undefined : { organization };
  if (organization === undefined) return "everywhere" as const;
  throw new UsageError("--everywhere and --organization exclude each other");
};

/**
 * `tripact fleet accept`: accepts changes, all that are named or none.
 * @throws UsageError for a fingerprint that no open change has, with the nearest one
 */
export const acceptFleetDrift = (
  options: FleetAcceptOptions,
  io: CliIo,
  ...fingerprints: string[]
): Promise<number> =>
  withFleet(options, io, async ({ repository }) => {
    const where = whereOf(options);
    const acceptance = acceptanceOf(options, io);
    const { until } = acceptance;
    assertOpen(
      fingerprints,
      await repository.openFingerprints(),
      "tripact fleet drift lists the open changes",
    );
    const accepted = [];
    for (const fingerprint of fingerprints)
      accepted.push({ fingerprint, targets: await repository.accept(fingerprint, acceptance, where) });
    if (options.json === true) io.stdout.write(safeJson({ accepted, ...acceptance }, 2));
    else if (options.quiet !== true)
      for (const { fingerprint, targets } of accepted) {
        const organizations = new Set(targets.map(({ organization }) => organization)).size;
        const time = until === undefined ? "" : ` until ${until}`;
        const later = where === "everywhere" ? ", and wherever it appears" : "";
        io.stdout.write(
          safe`accepted ${fingerprint}${time} in ${plural(organizations, "organization")}${later}\n`,
        );
      }
    return exitCodes.conformant;
  });
