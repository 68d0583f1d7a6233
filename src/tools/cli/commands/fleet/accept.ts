import { UsageError } from "../../../../harness/model/usage-error.ts";
import { printable } from "../../../../harness/output/escape.ts";
import { plural } from "../../../../harness/output/plural.ts";
import { safe, safeJson } from "../../../../harness/output/safe-text.ts";
import { suggestionHint } from "../../../../harness/output/suggest.ts";
import { exitCodes } from "../../../../harness/runner/exit-code.ts";
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
    const open = await repository.openFingerprints();
    for (const fingerprint of fingerprints)
      if (!open.includes(fingerprint))
        throw new UsageError(`no change has the fingerprint ${printable(fingerprint)}`, {
          hint: suggestionHint(fingerprint, open) ?? "tripact fleet drift lists the open changes",
        });
    const at = new Date(io.clock.now()).toISOString();
    const accepted = [];
    for (const fingerprint of fingerprints)
      accepted.push({ fingerprint, targets: await repository.accept(fingerprint, at, where) });
    if (options.json === true) io.stdout.write(safeJson({ accepted }, 2));
    else if (options.quiet !== true)
      for (const { fingerprint, targets } of accepted) {
        const organizations = new Set(targets.map(({ organization }) => organization)).size;
        const later = where === "everywhere" ? ", and wherever it appears" : "";
        io.stdout.write(safe`accepted ${fingerprint} in ${plural(organizations, "organization")}${later}\n`);
      }
    return exitCodes.conformant;
  });
