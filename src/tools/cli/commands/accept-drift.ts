import { safe, safeJson } from "../../../harness/output/safe-text.ts";
import { exitCodes } from "../../../harness/runner/exit-code.ts";
import { acceptanceOf, assertOpen } from "../acceptance-options.ts";
import type { AcceptOptions as Options } from "../definitions/drift.ts";
import type { CliIo } from "../io.ts";
import { withDriftStore } from "../with-drift-store.ts";

/**
 * `tripact drift accept`: accepts changes and groups of them, all that are named or none.
 * @throws UsageError for a fingerprint that nothing open has, and for an option that is invalid.
 */
export const acceptDrift = async (
  options: Options,
  io: CliIo,
  ...fingerprints: string[]
): Promise<number> => {
  const acceptance = acceptanceOf(options, io);
  return withDriftStore(options, io, async (store) => {
    assertOpen(fingerprints, store.openFingerprints(), "tripact drift --history lists what drifted");
    const accepted = fingerprints.map((fingerprint) => ({
      fingerprint,
      targets: store.accept(fingerprint, acceptance),
    }));
    const { until } = acceptance;
    if (options.json === true) io.stdout.write(safeJson({ accepted, ...acceptance }, 2));
    else if (options.quiet !== true)
      for (const { fingerprint, targets } of accepted) {
        const names = targets.map((one) => `${one.interface} ${one.address}`).join(", ");
        io.stdout.write(
          safe`accepted ${fingerprint}${until === undefined ? "" : ` until ${until}`}: ${names}\n`,
        );
      }
    return exitCodes.conformant;
  });
};
